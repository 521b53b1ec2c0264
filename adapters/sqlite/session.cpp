#include "adapters/sqlite/session.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <utility>

#include "adapters/sqlite/bindings.h"
#include "adapters/sqlite/errors.h"
#include "adapters/sqlite/values.h"

namespace countercheck::sqlite {

namespace {

SourceError interrupted() { return own_error(SourceErrorKind::kInterrupted, "interrupted"); }

std::vector<Relation> relations_of(const std::vector<std::string>& names) {
  std::vector<Relation> relations;
  relations.reserve(names.size());
  for (const std::string& name : names) {
    relations.push_back({"main." + name, 0});
  }
  return relations;
}

// Watches for this session's cancel() until the end of the scope, without a time limit at first.
class WatchScope {
 public:
  WatchScope(RunWatch& watch, const std::atomic<bool>& cancelled) : watch_(watch) {
    watch_.start(std::chrono::milliseconds(0), &cancelled);
  }
  ~WatchScope() { watch_.start(std::chrono::milliseconds(0), nullptr); }
  WatchScope(const WatchScope&) = delete;
  WatchScope& operator=(const WatchScope&) = delete;

 private:
  RunWatch& watch_;
};

}  // namespace

SqliteSession::SqliteSession(std::shared_ptr<Connection> connection,
                             std::shared_ptr<IntegrityGuard> integrity)
    : connection_(std::move(connection)), integrity_(std::move(integrity)) {}

Result<QueryReport> SqliteSession::run(const Query& query, const QueryLimits& limits,
                                       RowSink& sink) {
  const std::lock_guard<std::mutex> lock(connection_->mutex);
  // The integrity check is timed apart from the rule, but can be cancelled like it.
  const WatchScope scope(connection_->watch, cancelled_);
  Result<PreparedRule> prepared = prepare_and_bind(query);
  if (!prepared) {
    return prepared.error();
  }
  const PreparedRule& rule = prepared.value();
  const Result<Done> sound = integrity_->check_tables(*connection_, rule.reads);
  if (!sound) {
    return sound.error();
  }
  connection_->watch.start(limits.timeout, &cancelled_);
  const Result<Done> streamed = stream(rule.statement.get(), sink);
  if (!streamed) {
    return streamed.error();
  }
  QueryReport report;
  report.reads = relations_of(rule.reads);
  report.seconds = std::chrono::duration<double>(connection_->watch.worked()).count();
  return report;
}

Result<std::vector<Column>> SqliteSession::describe(const Query& query, const QueryLimits&) {
  const std::lock_guard<std::mutex> lock(connection_->mutex);
  const WatchScope scope(connection_->watch, cancelled_);
  // No values are needed to know the columns; run() insists on them.
  const Result<PreparedRule> prepared = prepare(query);
  if (!prepared) {
    return prepared.error();
  }
  return columns_of(prepared.value().statement.get());
}

void SqliteSession::cancel() noexcept {
  cancelled_ = true;
  connection_->interrupt();
}

Result<PreparedRule> SqliteSession::prepare(const Query& query) {
  if (cancelled_) {
    return interrupted();
  }
  return prepare_rule(*connection_, query.sql);
}

Result<PreparedRule> SqliteSession::prepare_and_bind(const Query& query) {
  Result<PreparedRule> prepared = prepare(query);
  if (!prepared) {
    return prepared;
  }
  const Result<Done> bound = bind_all(prepared.value().statement.get(), query.bindings);
  if (!bound) {
    return bound.error();
  }
  return prepared;
}

// Anything but "row" and "done" is an error: never the end of the data.
Result<Done> SqliteSession::stream(sqlite3_stmt* statement, RowSink& sink) {
  const AuthorizerScope scope(connection_->authorizer, Authorizer::Mode::kRuleRows);
  const std::vector<Column> columns = columns_of(statement);
  CoarseDuration before = coarse_now();
  sink.columns(columns);
  connection_->watch.add_pause(coarse_now() - before);
  RowReader reader(statement);
  int code = sqlite3_step(statement);
  while (code == SQLITE_ROW) {
    if (!reader.read()) {
      return step_error(SQLITE_NOMEM);
    }
    before = coarse_now();
    const bool wants_more = sink.row(reader.cells());
    connection_->watch.add_pause(coarse_now() - before);
    if (!wants_more) {
      return Done{};
    }
    code = sqlite3_step(statement);
  }
  if (code != SQLITE_DONE) {
    return step_error(code);
  }
  return Done{};
}

SourceError SqliteSession::step_error(int code) {
  if (cancelled_) {
    return interrupted();
  }
  SourceError error = last_error(connection_->database.get(), code, Step::kRows);
  if (error.kind == SourceErrorKind::kInterrupted && connection_->watch.is_late()) {
    return own_error(SourceErrorKind::kTimeout, "the rule ran into its time limit");
  }
  if (!connection_->authorizer.refusal().empty()) {
    error.kind = SourceErrorKind::kRefused;
    error.message = connection_->authorizer.refusal();
  }
  return error;
}

}  // namespace countercheck::sqlite
