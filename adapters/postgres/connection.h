// One connection to the server: statements of our own under a time limit, and the raw handle for
// those of a rule. Used by one thread at a time, except for cancel().
#pragma once

#include <libpq-fe.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/postgres/connection_owner.h"
#include "adapters/postgres/connection_string.h"
#include "adapters/postgres/errors.h"
#include "adapters/postgres/libpq_handles.h"
#include "adapters/result.h"

namespace countercheck {

using SteadyTime = std::chrono::steady_clock::time_point;

enum class WaitEnd : std::uint8_t { kReadable, kTimeUp, kInterrupted, kFailed };

// Waits until the server has sent something, at most until `deadline`. `interrupt` (may be null) is
// looked at several times a second, since a cancel request can be lost or come too early.
[[nodiscard]] WaitEnd wait_for_server(PGconn* handle, SteadyTime deadline,
                                      const std::atomic<bool>* interrupt);

class Connection {
 public:
  // Connects; the error names host, port, database and role.
  [[nodiscard]] static Result<std::unique_ptr<Connection>> connect(const ConnectionTarget& target);

  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() = default;

  [[nodiscard]] PGconn* handle() const { return handle_; }
  [[nodiscard]] bool is_lost() const;

  // Runs any number of statements in one round trip and returns the result of each. The first
  // failure ends it. For statements of our own only.
  [[nodiscard]] Result<std::vector<ResultHandle>> execute(
      const std::string& sql, const std::atomic<bool>* interrupt = nullptr);

  // Collects the results of what was sent to the handle until the server is ready again.
  [[nodiscard]] Result<std::vector<ResultHandle>> collect(const std::atomic<bool>* interrupt,
                                                          const ErrorContext& context);

  // Asks the server to end what this connection is running. Safe from any thread.
  void cancel() noexcept;

  // How errors of this connection are to be read; `sql` must outlive the context.
  [[nodiscard]] ErrorContext context(std::string_view sql = {}) const;

  [[nodiscard]] SourceError lost_error() const;

 private:
  Connection(PGconn* handle, const ConnectionTarget& target);

  PGconn* handle_;
  std::unique_ptr<ConnectionOwner> owner_;
  CancelHandle cancel_;  // PQcancel reads it only, so threads may share it
  Secrets secrets_;
  std::string description_;
  std::string role_;
  bool positions_are_bytes_ = false;
};

// The text of a cell of one of our own results; "" for NULL.
[[nodiscard]] std::string cell_text(const ResultHandle& result, int row, int column);

}  // namespace countercheck
