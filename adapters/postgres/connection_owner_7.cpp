// libpqxx 7 and later: the library takes over an open handle.
#include <libpq-fe.h>

#include <memory>
#include <pqxx/pqxx>

#include "adapters/postgres/connection_owner.h"

namespace countercheck {
namespace {

class Owner : public ConnectionOwner {
 public:
  explicit Owner(PGconn* handle) : connection_(pqxx::connection::seize_raw_connection(handle)) {}

 private:
  pqxx::connection connection_;
};

}  // namespace

std::unique_ptr<ConnectionOwner> adopt_connection(PGconn* handle) {
  return std::make_unique<Owner>(handle);
}

}  // namespace countercheck
