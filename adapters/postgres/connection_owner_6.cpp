// libpqxx 6: a connection policy that supplies the handle once.
#include <libpq-fe.h>

#include <memory>
#include <pqxx/connection_base.hxx>
#include <pqxx/connectionpolicy.hxx>
#include <pqxx/except.hxx>
#include <string>

#include "adapters/postgres/connection_owner.h"

namespace countercheck {
namespace {

// libpqxx 6 would silently reconnect after a loss, and every setting and the snapshot with it would
// be gone; a policy that has nothing more to give turns that into an error.
class SingleUsePolicy : public pqxx::connectionpolicy {
 public:
  explicit SingleUsePolicy(PGconn* given) : pqxx::connectionpolicy(std::string()), spare_(given) {}
  SingleUsePolicy(const SingleUsePolicy&) = delete;
  SingleUsePolicy& operator=(const SingleUsePolicy&) = delete;
  ~SingleUsePolicy() noexcept override { PQfinish(spare_); }

  handle do_startconnect(handle current) override {
    if (current != nullptr) {
      return current;
    }
    if (spare_ == nullptr) {
      throw pqxx::broken_connection("the connection was lost");
    }
    PGconn* const given = spare_;
    spare_ = nullptr;
    return given;
  }

 private:
  PGconn* spare_;
};

// The policy must be there before the base class uses it and after the base class lets go of it.
struct PolicyHolder {
  explicit PolicyHolder(PGconn* handle) : policy(handle) {}
  SingleUsePolicy policy;
};

class AdoptedConnection : private PolicyHolder, public pqxx::connection_base {
 public:
  explicit AdoptedConnection(PGconn* handle)
      : PolicyHolder(handle), pqxx::connection_base(PolicyHolder::policy) {
    init();
  }
  AdoptedConnection(const AdoptedConnection&) = delete;
  AdoptedConnection& operator=(const AdoptedConnection&) = delete;
  ~AdoptedConnection() noexcept { close(); }
};

class Owner : public ConnectionOwner {
 public:
  explicit Owner(PGconn* handle) : connection_(handle) {}

 private:
  AdoptedConnection connection_;
};

}  // namespace

std::unique_ptr<ConnectionOwner> adopt_connection(PGconn* handle) {
  return std::make_unique<Owner>(handle);
}

}  // namespace countercheck
