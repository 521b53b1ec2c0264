#include "adapters/postgres/stream.h"

#include <libpq-fe.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace countercheck {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// A sink that has seen enough: what is left is often small, and reading it is then cheaper than a
// cancel request, and leaves the transaction whole.
constexpr milliseconds kReadOnAfterSink{20};

// A server that does not end a cancelled statement within this time is given up.
constexpr milliseconds kCancelPatience = std::chrono::seconds(10);
constexpr milliseconds kCancelAgainEvery = std::chrono::seconds(1);

}  // namespace

std::vector<Column> columns_of(const PGresult* result) {
  std::vector<Column> columns;
  for (int at = 0; at < PQnfields(result); ++at) {
    Column column;
    column.name = PQfname(result, at);
    column.type_oid = PQftype(result, at);
    columns.push_back(std::move(column));
  }
  return columns;
}

StatementStream::StatementStream(Connection& connection, const StreamLimits& limits, RowSink& sink,
                                 ColumnNamer namer)
    : connection_(connection), limits_(limits), sink_(sink), namer_(std::move(namer)) {}

StreamOutcome StatementStream::run(const std::string& sql, const EncodedParameters& parameters) {
  PGconn* const handle = connection_.handle();
  const int sent =
      PQsendQueryParams(handle, sql.c_str(), static_cast<int>(parameters.values.size()),
                        parameters.types.data(), parameters.values.data(), nullptr, nullptr, 0);
  if (sent == 0 || PQsetSingleRowMode(handle) == 0) {
    outcome_.must_reconnect = true;
    return std::move(outcome_);
  }
  pump();
  outcome_.must_reconnect = outcome_.must_reconnect || connection_.is_lost();
  outcome_.seconds = std::chrono::duration<double>(waited_).count();
  return std::move(outcome_);
}

void StatementStream::pump() {
  while (!done_ && wait_for_result()) {
    ResultHandle result(PQgetResult(connection_.handle()));
    if (result == nullptr) {
      done_ = true;
    } else {
      take(std::move(result));
    }
  }
}

SteadyTime StatementStream::next_deadline() const {
  if (limits_.timeout == milliseconds(0)) {
    return limits_.snapshot_end;
  }
  return std::min(limits_.snapshot_end, steady_clock::now() + limits_.timeout -
                                            std::chrono::duration_cast<milliseconds>(waited_));
}

// False when the statement was cut. Only the time spent in here counts against the limit: the clock
// stands while the sink works.
bool StatementStream::wait_for_result() {
  PGconn* const handle = connection_.handle();
  while (PQisBusy(handle) != 0) {
    const SteadyTime start = steady_clock::now();
    const WaitEnd end = wait_for_server(handle, next_deadline(), limits_.interrupt);
    const bool readable = end == WaitEnd::kReadable && PQconsumeInput(handle) != 0;
    const SteadyTime now = steady_clock::now();
    waited_ += now - start;
    if (end == WaitEnd::kInterrupted) {
      cut(Cut::kInterrupted);
      return false;
    }
    if (now >= limits_.snapshot_end) {
      cut(Cut::kSnapshotAge);
      return false;
    }
    if (end == WaitEnd::kTimeUp ||
        (limits_.timeout != milliseconds(0) && waited_ >= limits_.timeout)) {
      cut(Cut::kTimeout);
      return false;
    }
    if (!readable) {
      outcome_.must_reconnect = true;
      done_ = true;
      return false;
    }
  }
  return true;
}

void StatementStream::take(ResultHandle result) {
  const ExecStatusType status = PQresultStatus(result.get());
  if (status == PGRES_SINGLE_TUPLE || status == PGRES_TUPLES_OK) {
    if (!decoder_.has_value()) {
      begin_rows(result.get());
    }
    // Only the closing result, which holds no row, says that all rows have come.
    outcome_.is_rows = status == PGRES_TUPLES_OK && outcome_.cut == Cut::kNone;
    if (!done_ && status == PGRES_SINGLE_TUPLE) {
      hand_on(result.get());
    }
  } else if (status == PGRES_COMMAND_OK || status == PGRES_EMPTY_QUERY) {
    // It was a command after all; what it did to the transaction is unknown.
    outcome_.must_reconnect = true;
  } else if (status == PGRES_FATAL_ERROR) {
    outcome_.failure = std::move(result);
    outcome_.is_rows = false;
  } else {
    // COPY, which would wait for us.
    outcome_.must_reconnect = true;
    done_ = true;
  }
}

void StatementStream::begin_rows(const PGresult* result) {
  std::vector<Column> columns = columns_of(result);
  outcome_.has_columns = !columns.empty();
  decoder_.emplace(result);
  if (columns.empty()) {
    return;
  }
  if (auto named = namer_(columns); !named) {
    naming_error_ = std::move(named).error();
    cut(Cut::kBySink);
    return;
  }
  sink_.columns(columns);
}

void StatementStream::hand_on(const PGresult* result) {
  if (limits_.interrupt != nullptr && limits_.interrupt->load(std::memory_order_relaxed)) {
    cut(Cut::kInterrupted);
  } else if (outcome_.has_columns && outcome_.cut == Cut::kNone &&
             !sink_.row(decoder_->decode(result, 0))) {
    cut(Cut::kBySink);
  }
}

void StatementStream::cut(Cut why) {
  outcome_.cut = why;
  outcome_.is_rows = false;
  if (why == Cut::kBySink) {
    drain(kReadOnAfterSink);
  }
  const SteadyTime give_up = steady_clock::now() + kCancelPatience;
  while (!done_) {
    if (steady_clock::now() >= give_up) {
      outcome_.must_reconnect = true;
      done_ = true;
      return;
    }
    connection_.cancel();
    drain(kCancelAgainEvery);
  }
}

// Reads and drops what still comes, for at most so long.
void StatementStream::drain(milliseconds patience) {
  PGconn* const handle = connection_.handle();
  const SteadyTime deadline = steady_clock::now() + patience;
  while (!done_ && steady_clock::now() < deadline) {
    if (PQisBusy(handle) != 0) {
      const WaitEnd end = wait_for_server(handle, deadline, nullptr);
      if (end == WaitEnd::kTimeUp) {
        return;
      }
      if (end == WaitEnd::kFailed || PQconsumeInput(handle) == 0) {
        outcome_.must_reconnect = true;
        done_ = true;
      }
      continue;
    }
    const ResultHandle result(PQgetResult(handle));
    if (result == nullptr) {
      done_ = true;
    } else if (PQresultStatus(result.get()) == PGRES_FATAL_ERROR) {
      outcome_.failure = ResultHandle(PQcopyResult(result.get(), 0));
    }
  }
}

}  // namespace countercheck
