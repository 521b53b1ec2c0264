// Runs one statement of a rule in single-row mode and hands its rows on, under limits.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "adapters/postgres/connection.h"
#include "adapters/postgres/types.h"
#include "adapters/source.h"

namespace countercheck {

struct StreamLimits {
  std::chrono::milliseconds timeout{0};  // of the server's own work; zero is no limit
  SteadyTime snapshot_end;               // when the snapshot becomes too old
  const std::atomic<bool>* interrupt = nullptr;
};

// Why we ended a statement that the server was still at work on.
enum class Cut : std::uint8_t { kNone, kTimeout, kInterrupted, kSnapshotAge, kBySink };

struct StreamOutcome {
  bool is_rows = false;  // the statement returned a set of rows, and was not cut short
  bool has_columns = true;
  bool must_reconnect = false;  // the connection is in a state that cannot be trusted
  Cut cut = Cut::kNone;
  ResultHandle failure;  // the server's error; null when there was none
  double seconds = 0;    // the time in which we waited for the server
};

// Names the types of columns; called once a statement, before its first row.
using ColumnNamer = std::function<Result<Done>(std::vector<Column>&)>;

// The statement goes by the extended protocol, which admits one statement only. A failure to name
// the types is reported like a cut by `naming_error`.
class StatementStream {
 public:
  StatementStream(Connection& connection, const StreamLimits& limits, RowSink& sink,
                  ColumnNamer namer);

  [[nodiscard]] StreamOutcome run(const std::string& sql, const EncodedParameters& parameters);

  [[nodiscard]] const std::optional<SourceError>& naming_error() const { return naming_error_; }

 private:
  void pump();
  bool wait_for_result();
  void take(ResultHandle result);
  void begin_rows(const PGresult* result);
  void hand_on(const PGresult* result);
  void cut(Cut why);
  void drain(std::chrono::milliseconds patience);
  [[nodiscard]] SteadyTime next_deadline() const;

  Connection& connection_;
  StreamLimits limits_;
  RowSink& sink_;
  ColumnNamer namer_;
  StreamOutcome outcome_;
  std::optional<SourceError> naming_error_;
  std::optional<RowDecoder> decoder_;
  std::chrono::steady_clock::duration waited_{0};
  bool done_ = false;
};

// The columns of a described or running statement, types by number only.
[[nodiscard]] std::vector<Column> columns_of(const PGresult* result);

}  // namespace countercheck
