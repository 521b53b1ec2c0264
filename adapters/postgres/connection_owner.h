// Hands an open libpq connection to libpqxx, which owns it from then on and closes it.
//
// This is all that differs between the majors of libpqxx: one source file for each.
#pragma once

#include <libpq-fe.h>

#include <memory>

namespace countercheck {

class ConnectionOwner {
 public:
  ConnectionOwner() = default;
  ConnectionOwner(const ConnectionOwner&) = delete;
  ConnectionOwner& operator=(const ConnectionOwner&) = delete;
  virtual ~ConnectionOwner() = default;
};

// Takes ownership of `handle`, also when it throws (pqxx::failure, for a server that libpqxx does
// not support). The owner never connects again on its own: a lost connection stays lost.
[[nodiscard]] std::unique_ptr<ConnectionOwner> adopt_connection(PGconn* handle);

}  // namespace countercheck
