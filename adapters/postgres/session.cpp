#include "adapters/postgres/session.h"

#include <libpq-fe.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "adapters/postgres/blindness.h"
#include "adapters/postgres/duration_text.h"
#include "adapters/postgres/scanner.h"
#include "adapters/postgres/settings.h"
#include "adapters/postgres/transaction_state.h"
#include "adapters/postgres/types.h"

namespace countercheck {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

const std::string kSetSavepoint = std::string("SAVEPOINT ") + kSavepoint;
const std::string kBackToSavepoint = std::string("ROLLBACK TO SAVEPOINT ") + kSavepoint;
const std::string kReleaseSavepoint = std::string("RELEASE SAVEPOINT ") + kSavepoint;

// The server's own limit stands behind ours, which it must not overtake: its clock runs on while
// the sink works.
constexpr int kServerLimitFactor = 10;

SourceError interrupted_error() { return make_error(SourceErrorKind::kInterrupted, "interrupted"); }

SourceError refused(std::string message) {
  return make_error(SourceErrorKind::kRefused, std::move(message));
}

// The second wall behind the parse-tree guard. Only these can begin a statement that returns rows
// and does nothing else; EXPLAIN, SHOW, EXECUTE and FETCH return rows, too, and are no rules.
Result<Done> refuse_commands(const std::string& sql) {
  if (sql.find('\0') != std::string::npos) {
    return refused("the statement holds a NUL byte");
  }
  const std::string word = first_word(sql);
  for (const std::string_view allowed : {"select", "with", "values", "table"}) {
    if (word == allowed) {
      return Done{};
    }
  }
  return refused(word.empty() ? "rule returned no result set: it holds no statement"
                              : "rule returned no result set: it is not a SELECT but " + word);
}

}  // namespace

PostgresSession::PostgresSession(const SessionPlace& place, Catalog& catalog)
    : target_(place.target),
      options_(place.options),
      snapshot_(place.snapshot),
      source_interrupted_(place.interrupt),
      catalog_(catalog),
      state_query_(state_query(place.snapshot.settings)) {}

SteadyTime PostgresSession::snapshot_end() const {
  return snapshot_.taken + options_.max_snapshot_age;
}

void PostgresSession::cancel() noexcept {
  interrupted_ = true;
  std::shared_ptr<Connection> connection;
  {
    const std::lock_guard lock(connection_mutex_);
    connection = connection_;
  }
  if (connection != nullptr) {
    connection->cancel();
  }
}

void PostgresSession::drop() {
  const std::lock_guard lock(connection_mutex_);
  connection_.reset();
}

Result<Done> PostgresSession::connect() {
  auto connected = Connection::connect(target_, &source_interrupted_);
  if (!connected) {
    return std::move(connected).error();
  }
  const std::shared_ptr<Connection> connection = std::move(connected).value();
  if (auto imported = import_snapshot(*connection); !imported) {
    return imported;
  }
  if (auto proved = prove_snapshot(*connection); !proved) {
    return proved;
  }
  server_limit_ = milliseconds(0);
  const std::lock_guard lock(connection_mutex_);
  connection_ = connection;
  return Done{};
}

Result<Done> PostgresSession::import_snapshot(Connection& connection) {
  if (auto begun = begin_transaction(connection, options_.begin); !begun) {
    return begun;
  }
  auto imported =
      connection.execute("SET TRANSACTION SNAPSHOT " + quote_literal(snapshot_.id), &interrupted_);
  if (!imported) {
    SourceError error = std::move(imported).error();
    if (error.kind != SourceErrorKind::kInterrupted) {
      error.kind = SourceErrorKind::kSnapshotGone;
      error.message = "the snapshot is gone, its connection was lost: " + error.message;
    }
    return error;
  }
  auto set = connection.execute(
      set_local_statements(snapshot_.settings) + "SET LOCAL statement_timeout = 0;" + kSetSavepoint,
      &interrupted_);
  if (!set) {
    return std::move(set).error();
  }
  return Done{};
}

Result<Done> PostgresSession::prove_snapshot(Connection& connection) {
  auto proof = connection.execute(snapshot_.identity_query + ";" + state_query_, &interrupted_);
  if (!proof) {
    return std::move(proof).error();
  }
  const std::string identity = cell_text(proof.value()[0], 0, 0);
  if (identity != snapshot_.identity) {
    return make_error(SourceErrorKind::kSnapshotGone,
                      "another server, database, role or snapshot answered: " + identity +
                          " instead of " + snapshot_.identity);
  }
  TransactionState state = read_transaction_state(proof.value()[1]);
  if (state.values.size() < 2 || state.values[0] != "repeatable read" || state.values[1] != "on") {
    return make_error(SourceErrorKind::kInternal,
                      "the transaction is not repeatable read and read only");
  }
  baseline_ = std::move(state);
  return Done{};
}

// What must be true before a statement is sent.
Result<Done> PostgresSession::prepare(const Query& query) {
  if (interrupted_) {
    return interrupted_error();
  }
  if (steady_clock::now() >= snapshot_end()) {
    return cut_error(Cut::kSnapshotAge, {});
  }
  if (auto fit = refuse_commands(query.sql); !fit) {
    return fit;
  }
  if (connection_ == nullptr || connection_->is_lost()) {
    drop();
    return connect();
  }
  return Done{};
}

// The limit must be set outside of the savepoint, or the rollback would take it back. Rules mostly
// share one limit, so this costs a round trip seldom.
Result<Done> PostgresSession::limit_on_server(milliseconds timeout) {
  const milliseconds limit = timeout * kServerLimitFactor;
  if (limit == server_limit_) {
    return Done{};
  }
  auto set = connection_->execute(kReleaseSavepoint + ";SET LOCAL statement_timeout = " +
                                      std::to_string(limit.count()) + ";" + kSetSavepoint,
                                  &interrupted_);
  if (!set) {
    drop();
    return std::move(set).error();
  }
  server_limit_ = limit;
  return Done{};
}

Result<QueryReport> PostgresSession::run(const Query& query, const QueryLimits& limits,
                                         RowSink& sink) {
  auto parameters = encode_parameters(query.bindings);
  if (!parameters) {
    return std::move(parameters).error();
  }
  if (auto ready = prepare(query); !ready) {
    return std::move(ready).error();
  }
  if (auto limited = limit_on_server(limits.timeout); !limited) {
    return std::move(limited).error();
  }
  StreamLimits stream_limits;
  stream_limits.timeout = limits.timeout;
  stream_limits.snapshot_end = snapshot_end();
  stream_limits.interrupt = &interrupted_;
  StatementStream stream(*connection_, stream_limits, sink, [this](std::vector<Column>& columns) {
    return catalog_.name_types(columns);
  });
  const StreamOutcome outcome = stream.run(query.sql, parameters.value());
  auto report = conclude(query, stream, outcome, limits);
  if (report) {
    report.value().seconds = outcome.seconds;
  }
  return report;
}

// Judges how the statement ended. Whatever leaves doubt about the transaction costs the connection:
// a new one imports the snapshot anew.
Result<QueryReport> PostgresSession::conclude(const Query& query, StatementStream& stream,
                                              const StreamOutcome& outcome,
                                              const QueryLimits& limits) {
  const bool was_lost = connection_->is_lost();
  SourceError error;
  if (outcome.failure != nullptr) {
    error = error_of(outcome.failure.get(), connection_->context(query.sql));
    if (error.kind == SourceErrorKind::kLostConnection) {
      // The server's words alone do not say which connection it was.
      error.message = connection_->lost_error().message;
    }
  } else if (was_lost) {
    error = connection_->lost_error();
  } else {
    error = refused("rule returned no result set");
  }
  if (outcome.must_reconnect || interrupted_) {
    drop();
  } else if (!outcome.is_rows) {
    if (auto rolled_back = roll_back(); !rolled_back) {
      drop();
    }
  }
  if (outcome.cut == Cut::kBySink && !stream.naming_error().has_value() && !was_lost) {
    return QueryReport{};
  }
  if (stream.naming_error().has_value()) {
    return *stream.naming_error();
  }
  if (outcome.cut != Cut::kNone) {
    return cut_error(outcome.cut, limits);
  }
  if (interrupted_) {
    return interrupted_error();
  }
  if (error.code == "57014") {
    error.message =
        "ended from outside of this session, or by the server's own limit: " + error.message;
  }
  if (!outcome.is_rows || outcome.must_reconnect) {
    return error;
  }
  if (!outcome.has_columns) {
    drop();
    return refused("rule returned no result set: its rows have no columns");
  }
  return prove_and_roll_back(query);
}

SourceError PostgresSession::cut_error(Cut cut, const QueryLimits& limits) const {
  switch (cut) {
    case Cut::kTimeout:
      return make_error(SourceErrorKind::kTimeout,
                        "took longer than its limit of " + duration_text(limits.timeout));
    case Cut::kSnapshotAge:
      return make_error(SourceErrorKind::kSnapshotGone,
                        "the snapshot is older than max_snapshot_age (" +
                            duration_text(options_.max_snapshot_age) + ")");
    case Cut::kInterrupted:
    case Cut::kBySink:
    case Cut::kNone:
      break;
  }
  return interrupted_error();
}

Result<Done> PostgresSession::roll_back() {
  auto done = connection_->execute(kBackToSavepoint, &interrupted_);
  if (!done) {
    return std::move(done).error();
  }
  return Done{};
}

// One round trip: the state is read while the statement's own doings still stand, and the rollback
// then undoes them.
Result<QueryReport> PostgresSession::prove_and_roll_back(const Query& query) {
  auto results = connection_->execute(state_query_ + ";" + kBackToSavepoint, &interrupted_);
  if (!results) {
    drop();
    return interrupted_ ? interrupted_error() : std::move(results).error();
  }
  const TransactionState state = read_transaction_state(results.value().front());
  if (const auto changed = find_difference(baseline_, state); changed.has_value()) {
    drop();
    return refused("the statement changed " + *changed + ", so its answer is not to be trusted");
  }
  if (state.has_advisory_lock) {
    drop();
    return refused("the statement took an advisory lock");
  }
  auto reads = catalog_.relations(state.locked_relations);
  if (!reads) {
    return std::move(reads).error();
  }
  QueryReport report;
  report.reads = std::move(reads).value();
  auto blindness = find_blindness(
      report.reads, query.sql,
      {connection_->context().role, snapshot_.is_superuser, snapshot_.reads_statistics}, catalog_);
  if (!blindness) {
    return std::move(blindness).error();
  }
  report.blindness = std::move(blindness).value();
  return report;
}

Result<std::vector<Column>> PostgresSession::describe(const Query& query,
                                                      const QueryLimits& limits) {
  if (auto ready = prepare(query); !ready) {
    return std::move(ready).error();
  }
  const SteadyTime time_up =
      limits.timeout.count() > 0 ? steady_clock::now() + limits.timeout : SteadyTime::max();
  auto columns = describe_prepared(query, std::min(time_up, snapshot_end()));
  if (!columns && columns.error().kind == SourceErrorKind::kTimeout &&
      columns.error().code.empty()) {
    // Ended by us, in the middle of the server's answer.
    drop();
    return cut_error(time_up <= snapshot_end() ? Cut::kTimeout : Cut::kSnapshotAge, limits);
  }
  if (auto rolled_back = roll_back(); !rolled_back) {
    drop();
  }
  if (columns) {
    if (auto named = catalog_.name_types(columns.value()); !named) {
      return std::move(named).error();
    }
  }
  return columns;
}

Result<std::vector<Column>> PostgresSession::describe_prepared(const Query& query,
                                                               SteadyTime deadline) {
  PGconn* const handle = connection_->handle();
  std::vector<Oid> types;
  for (const Binding& binding : query.bindings) {
    types.push_back(parameter_type(binding));
  }
  if (PQsendPrepare(handle, "", query.sql.c_str(), static_cast<int>(types.size()), types.data()) ==
      0) {
    return connection_->lost_error();
  }
  if (auto prepared =
          connection_->collect(&interrupted_, connection_->context(query.sql), deadline);
      !prepared) {
    return std::move(prepared).error();
  }
  if (PQsendDescribePrepared(handle, "") == 0) {
    return connection_->lost_error();
  }
  auto described = connection_->collect(&interrupted_, connection_->context(query.sql), deadline);
  if (!described) {
    return std::move(described).error();
  }
  std::vector<Column> columns;
  if (!described.value().empty()) {
    columns = columns_of(described.value().front().get());
  }
  if (columns.empty()) {
    return refused("rule returned no result set");
  }
  return columns;
}

}  // namespace countercheck
