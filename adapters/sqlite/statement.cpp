#include "adapters/sqlite/statement.h"

#include <cstddef>
#include <utility>

#include "adapters/sqlite/errors.h"
#include "adapters/sqlite/text.h"

namespace countercheck::sqlite {

namespace {

SourceError refused(std::string message) {
  return own_error(SourceErrorKind::kRefused, std::move(message));
}

SourceError prepare_error(Connection& connection, int code) {
  SourceError error = last_error(connection.database.get(), code, Step::kPrepare);
  // The authorizer's words say more than "not authorized".
  if (!connection.authorizer.refusal().empty()) {
    error.kind = SourceErrorKind::kRefused;
    error.message = connection.authorizer.refusal();
  }
  return error;
}

Result<Done> inspect(sqlite3_stmt* statement) {
  if (sqlite3_stmt_isexplain(statement) != 0) {
    return refused("rule is an EXPLAIN, which returns no rows of the database");
  }
  if (sqlite3_stmt_readonly(statement) == 0) {
    return refused("rule is not read-only");
  }
  if (sqlite3_column_count(statement) == 0) {
    return refused("rule returned no result set");
  }
  return Done{};
}

}  // namespace

Result<PreparedRule> prepare_rule(Connection& connection, const std::string& sql) {
  // SQLite stops reading at a NUL and would run the text before it.
  if (sql.find('\0') != std::string::npos) {
    return refused("rule holds a NUL byte, at which SQLite stops reading");
  }
  sqlite3* database = connection.database.get();
  const AuthorizerScope scope(connection.authorizer, Authorizer::Mode::kRulePrepare);
  sqlite3_stmt* statement = nullptr;
  const char* tail = nullptr;
  const int code = sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, &tail);
  PreparedRule rule;
  rule.statement.reset(statement);
  if (code != SQLITE_OK) {
    return prepare_error(connection, code);
  }
  rule.reads = connection.authorizer.reads();
  if (!is_blank(database, tail)) {
    return refused("rule is more than one statement");
  }
  if (statement == nullptr) {
    return refused("rule returned no result set: it is empty or only a comment");
  }
  const Result<Done> inspected = inspect(statement);
  if (!inspected) {
    return inspected.error();
  }
  return rule;
}

}  // namespace countercheck::sqlite
