#include "adapters/sqlite/integrity.h"

#include <chrono>
#include <utility>
#include <vector>

#include "adapters/sqlite/errors.h"
#include "adapters/sqlite/text.h"

namespace countercheck::sqlite {

namespace {

constexpr std::size_t kMessagesMax = 3;

std::string text_of_first_column(sqlite3_stmt* statement) {
  const unsigned char* text = sqlite3_column_text(statement, 0);
  const int size = sqlite3_column_bytes(statement, 0);
  std::string line = text == nullptr ? "" : std::string(text, text + size);
  for (char& letter : line) {
    if (letter == '\n') {
      letter = ' ';
    }
  }
  return line;
}

SourceError damage(const std::vector<std::string>& messages, const std::string& where) {
  std::string text = "integrity check failed" + where;
  for (const std::string& message : messages) {
    text += (message == messages.front() ? ": " : "; ") + message;
  }
  return {SourceErrorKind::kCorrupt, text, std::to_string(SQLITE_CORRUPT), std::nullopt};
}

SourceError broken_off(Connection& connection, int code) {
  SourceError error = last_error(connection.database.get(), code, Step::kRows);
  error.message = "the integrity check broke off: " + error.message;
  return error;
}

// A sound database answers with the single row "ok"; anything else is damage, no row at all too.
Result<Done> run_check(Connection& connection, const std::string& pragma,
                       const std::string& where) {
  sqlite3_stmt* statement = nullptr;
  int code = sqlite3_prepare_v2(connection.database.get(), pragma.c_str(), -1, &statement, nullptr);
  const StatementHandle owner(statement);
  std::vector<std::string> messages;
  if (code == SQLITE_OK) {
    code = sqlite3_step(statement);
  }
  while (code == SQLITE_ROW && messages.size() < kMessagesMax) {
    messages.push_back(text_of_first_column(statement));
    code = sqlite3_step(statement);
  }
  // A check that was interrupted returns rows about it; that is no damage.
  if (connection.watch.is_cancelled()) {
    return own_error(SourceErrorKind::kInterrupted, "interrupted during the integrity check");
  }
  if (code != SQLITE_DONE && code != SQLITE_ROW) {
    return broken_off(connection, code);
  }
  if (messages.size() == 1 && messages.front() == "ok") {
    return Done{};
  }
  return damage(messages, where);
}

std::string mode_name(SqliteIntegrity mode) {
  switch (mode) {
    case SqliteIntegrity::kFull:
      return "full";
    case SqliteIntegrity::kTables:
      return "tables";
    case SqliteIntegrity::kQuick:
      return "quick";
    case SqliteIntegrity::kOff:
      return "off";
  }
  return "off";
}

}  // namespace

Result<IntegrityFacts> IntegrityGuard::check_file(Connection& connection) const {
  IntegrityFacts facts;
  facts.mode = mode_name(mode_);
  if (mode_ == SqliteIntegrity::kOff) {
    facts.message = "not checked, by choice";
    return facts;
  }
  if (mode_ == SqliteIntegrity::kTables) {
    facts.ok = true;
    facts.message = "each table before it is first read";
    return facts;
  }
  const auto started = std::chrono::steady_clock::now();
  const bool quick = mode_ == SqliteIntegrity::kQuick;
  const Result<Done> checked =
      run_check(connection, quick ? "PRAGMA main.quick_check" : "PRAGMA main.integrity_check", "");
  if (!checked) {
    return checked.error();
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
  facts.seconds = took.count();
  facts.ok = true;
  facts.message = "ok";
  return facts;
}

Result<Done> IntegrityGuard::check_tables(Connection& connection,
                                          std::span<const std::string> reads) {
  if (mode_ != SqliteIntegrity::kTables) {
    return Done{};
  }
  for (const std::string& name : reads) {
    const SchemaObject* object = connection.catalog.find(name);
    std::vector<std::string> tables;
    if (object == nullptr || object->kind == ObjectKind::kTable) {
      tables.push_back(name);  // the schema table itself is not in the catalog
    } else if (object->kind == ObjectKind::kVirtualTable) {
      tables = connection.catalog.shadow_tables_of(name);
    }
    for (const std::string& table : tables) {
      const Result<Done> checked = check_table(connection, table);
      if (!checked) {
        return checked.error();
      }
    }
  }
  return Done{};
}

Result<Done> IntegrityGuard::check_table(Connection& connection, const std::string& table) {
  const auto known = checked_.find(table);
  if (known != checked_.end()) {
    return known->second ? Result<Done>(*known->second) : Result<Done>(Done{});
  }
  const Result<Done> checked = run_check(
      connection, "PRAGMA main.integrity_check(" + in_quotes(table, '\'') + ")", " in " + table);
  if (checked) {
    checked_.emplace(table, std::nullopt);
  } else if (checked.error().kind == SourceErrorKind::kCorrupt) {
    checked_.emplace(table, checked.error());
  }
  return checked;
}

}  // namespace countercheck::sqlite
