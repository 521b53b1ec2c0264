#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "adapters/sqlite/connection.h"
#include "adapters/sqlite/errors.h"

namespace countercheck::sqlite {

namespace {

bool is_plain_in_uri(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= '0' && letter <= '9') || letter == '/' || letter == '-' || letter == '.' ||
         letter == '_' || letter == '~';
}

Result<Done> open_file(Connection& connection, const OpenRequest& request) {
  // Without SQLITE_OPEN_URI a path might still be read as a URI if it began with "file:"; a
  // canonical path begins with a slash. NOMUTEX: the mutex of the connection does that work.
  const int flags =
      SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | (request.live ? 0 : SQLITE_OPEN_URI);
  const std::string name = request.live ? request.path : immutable_uri(request.path);
  sqlite3* database = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &database, flags, nullptr);
  connection.database.reset(database);
  if (code != SQLITE_OK) {
    return last_error(database, code, Step::kOpen);
  }
  connection.interruptible = database;
  sqlite3_extended_result_codes(database, 1);
  return Done{};
}

// Everything that could write, run foreign code or guess what a rule may have meant.
Result<Done> switch_off(sqlite3* database) {
  struct Switch {
    int option;
    int value;
  };
  constexpr std::array<Switch, 7> kSwitches = {{{SQLITE_DBCONFIG_DEFENSIVE, 1},
                                                {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                                {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                                                {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
                                                {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
                                                {SQLITE_DBCONFIG_DQS_DML, 0},
                                                {SQLITE_DBCONFIG_DQS_DDL, 0}}};
  for (const Switch& setting : kSwitches) {
    int effective = -1;
    const int code = sqlite3_db_config(database, setting.option, setting.value, &effective);
    if (code != SQLITE_OK || effective != setting.value) {
      return own_error(SourceErrorKind::kInternal, "this SQLite lacks a guard that is needed");
    }
  }
  // A rule is at most 64 KiB; the limit leaves room for ad-hoc text with long lists.
  constexpr int kSqlBytesMax = 1 << 20;
  sqlite3_limit(database, SQLITE_LIMIT_SQL_LENGTH, kSqlBytesMax);
  sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit(database, SQLITE_LIMIT_TRIGGER_DEPTH, 1);
  return Done{};
}

Result<Done> begin_snapshot(Connection& connection) {
  // BEGIN takes no snapshot; the first read does, which is the catalog.
  for (const char* sql : {"PRAGMA query_only = ON", "PRAGMA cell_size_check = ON",
                          "PRAGMA cache_size = -8192", "BEGIN"}) {
    const Result<Done> ran = run_own(connection.database.get(), sql);
    if (!ran) {
      return ran.error();
    }
  }
  Result<Catalog> catalog = Catalog::load(connection.database.get());
  if (!catalog) {
    return catalog.error();
  }
  connection.catalog = std::move(catalog).value();
  if (!connection.catalog.has_tables()) {
    return own_error(SourceErrorKind::kNotADatabase, "the database has no tables");
  }
  return Done{};
}

// A damaged page or a lock is the same fault whoever meets it, but only here is its place known.
SourceError with_path(SourceError error, const std::string& path) {
  error.message = path + ": " + error.message;
  return error;
}

Result<Done> open_steps(Connection& connection, const OpenRequest& request) {
  const Result<Done> opened = open_file(connection, request);
  if (!opened) {
    return opened.error();
  }
  connection.watch.install(connection.database.get(), request.busy_timeout);
  const Result<Done> guarded = switch_off(connection.database.get());
  if (!guarded) {
    return guarded.error();
  }
  return begin_snapshot(connection);
}

}  // namespace

std::string immutable_uri(const std::string& canonical_path) {
  constexpr std::string_view kHexDigits = "0123456789ABCDEF";
  constexpr unsigned kNibbleBits = 4;
  constexpr unsigned kNibbleMask = 0xf;
  std::string uri = "file://";
  for (const char letter : canonical_path) {
    if (is_plain_in_uri(letter)) {
      uri += letter;
      continue;
    }
    const auto byte = static_cast<unsigned char>(letter);
    uri += '%';
    uri += kHexDigits[byte >> kNibbleBits];
    uri += kHexDigits[byte & kNibbleMask];
  }
  return uri + "?mode=ro&immutable=1";
}

Result<Done> run_own(sqlite3* database, const char* sql) {
  const int code = sqlite3_exec(database, sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) {
    return last_error(database, code, Step::kOpen);
  }
  return Done{};
}

Result<std::int64_t> own_integer(sqlite3* database, const char* sql) {
  sqlite3_stmt* statement = nullptr;
  int code = sqlite3_prepare_v2(database, sql, -1, &statement, nullptr);
  const StatementHandle owner(statement);
  if (code == SQLITE_OK) {
    code = sqlite3_step(statement);
  }
  if (code != SQLITE_ROW) {
    return last_error(database, code, Step::kOpen);
  }
  return sqlite3_column_int64(statement, 0);
}

Result<Done> open_connection(Connection& connection, const OpenRequest& request) {
  const Result<Done> opened = open_steps(connection, request);
  if (!opened) {
    return with_path(opened.error(), request.path);
  }
  const std::vector<std::string> functions = allowed_table_functions();
  connect_virtual_tables(connection.database.get(), connection.catalog, functions);
  connection.authorizer.install(connection.database.get(), &connection.catalog);
  return Done{};
}

}  // namespace countercheck::sqlite
