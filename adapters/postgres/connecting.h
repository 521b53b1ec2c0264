// Opens a libpq connection step by step, so that an interruption is heard while a server is silent.
#pragma once

#include <libpq-fe.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace countercheck {

struct CloseConnection {
  void operator()(PGconn* handle) const { PQfinish(handle); }
};
using ConnectingHandle = std::unique_ptr<PGconn, CloseConnection>;

enum class OpeningEnd : std::uint8_t { kFailed, kTimeUp, kInterrupted, kOpen };

struct Opening {
  OpeningEnd end = OpeningEnd::kFailed;
  ConnectingHandle handle;
  std::string why;  // libpq's words, which may hold secrets; "" when open
};

// Tries every host of the list, each for connect_timeout seconds at most (0 or less is no limit,
// as for libpq). `interrupt` may be null. Only the resolver can still block: libpq asks it for the
// addresses of a host in one go.
[[nodiscard]] Opening open_connection(std::map<std::string, std::string> parameters,
                                      const std::atomic<bool>* interrupt);

}  // namespace countercheck
