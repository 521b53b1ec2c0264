// One connection to the server: statements of our own under a time limit, and the raw handle for
// those of a rule. Used by one thread at a time, except for cancel().
#pragma once

#include <libpq-fe.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
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

// Waits until the server has sent something, at most until `deadline`. The flags (may be null) are
// looked at several times a second, since a cancel request can be lost or come too early.
[[nodiscard]] WaitEnd wait_for_server(PGconn* handle, SteadyTime deadline,
                                      const std::atomic<bool>* interrupt,
                                      const std::atomic<bool>* other = nullptr);

class Connection {
 public:
  // Connects; the error names host, port, database and role. `interrupt` (may be null) must outlive
  // the connection: once it is set, connecting and every statement of ours report kInterrupted.
  [[nodiscard]] static Result<std::unique_ptr<Connection>> connect(
      const ConnectionTarget& target, const std::atomic<bool>* interrupt);

  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() = default;

  [[nodiscard]] PGconn* handle() const { return handle_; }
  [[nodiscard]] bool is_lost() const;

  // Runs any number of statements in one round trip and returns the result of each. The first
  // failure ends it. For statements of our own only. `interrupt` is looked at beside the one of the
  // connection. After kInterrupted the connection is of no more use.
  [[nodiscard]] Result<std::vector<ResultHandle>> execute(
      const std::string& sql, const std::atomic<bool>* interrupt = nullptr);

  // Collects the results of what was sent to the handle until the server is ready again. Beyond
  // `deadline`, if there is one, it is kTimeout, and the connection is of no more use.
  [[nodiscard]] Result<std::vector<ResultHandle>> collect(
      const std::atomic<bool>* interrupt, const ErrorContext& context,
      std::optional<SteadyTime> deadline = std::nullopt);

  // Asks the server to end what this connection is running. Safe from any thread.
  void cancel() noexcept;

  // How errors of this connection are to be read; `sql` must outlive the context.
  [[nodiscard]] ErrorContext context(std::string_view sql = {}) const;

  [[nodiscard]] SourceError lost_error() const;

 private:
  Connection(PGconn* handle, const ConnectionTarget& target, const std::atomic<bool>* interrupt);

  [[nodiscard]] bool is_interrupted(const std::atomic<bool>* other) const;
  [[nodiscard]] SourceError end_wait(WaitEnd end, bool has_deadline);

  PGconn* handle_;
  const std::atomic<bool>* interrupt_;
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
