#include "adapters/sqlite/catalog.h"

#include <algorithm>
#include <utility>

#include "adapters/sqlite/errors.h"
#include "adapters/sqlite/handle.h"
#include "adapters/sqlite/text.h"

namespace countercheck::sqlite {

namespace {

std::string text_of(sqlite3_stmt* statement, int column) {
  const unsigned char* text = sqlite3_column_text(statement, column);
  const int size = sqlite3_column_bytes(statement, column);
  return text == nullptr ? "" : std::string(text, text + size);
}

// Preparing is enough: it connects the table. A table whose module this SQLite lacks fails here
// without harm, since the rule that reads it will fail in the same way and say so.
void connect(sqlite3* database, const std::string& table) {
  const std::string sql = "SELECT 1 FROM " + in_quotes(table, '"');
  sqlite3_stmt* statement = nullptr;
  static_cast<void>(sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr));
  const StatementHandle owner(statement);
}

}  // namespace

bool is_schema_table(std::string_view lower_name) {
  return lower_name == "sqlite_master" || lower_name == "sqlite_schema";
}

Result<Catalog> Catalog::load(sqlite3* database) {
  constexpr const char* kSql =
      "SELECT name, type, type = 'table' AND rootpage = 0 FROM sqlite_schema "
      "WHERE type IN ('table', 'view')";
  sqlite3_stmt* statement = nullptr;
  int code = sqlite3_prepare_v2(database, kSql, -1, &statement, nullptr);
  const StatementHandle owner(statement);
  Catalog catalog;
  while (code == SQLITE_OK || code == SQLITE_ROW) {
    code = sqlite3_step(statement);
    if (code == SQLITE_ROW) {
      SchemaObject object{text_of(statement, 0), ObjectKind::kTable};
      if (text_of(statement, 1) == "view") {
        object.kind = ObjectKind::kView;
      } else if (sqlite3_column_int(statement, 2) != 0) {
        object.kind = ObjectKind::kVirtualTable;
      }
      catalog.objects_.insert_or_assign(lower_case(object.name), std::move(object));
    }
  }
  if (code != SQLITE_DONE) {
    return last_error(database, sqlite3_extended_errcode(database), Step::kOpen);
  }
  return catalog;
}

const SchemaObject* Catalog::find(std::string_view name) const {
  const auto found = objects_.find(lower_case(name));
  return found == objects_.end() ? nullptr : &found->second;
}

bool Catalog::has_tables() const {
  return std::any_of(objects_.begin(), objects_.end(),
                     [](const auto& entry) { return entry.second.kind != ObjectKind::kView; });
}

std::vector<std::string> Catalog::tables() const {
  std::vector<std::string> names;
  for (const auto& [key, object] : objects_) {
    if (object.kind != ObjectKind::kView) {
      names.push_back(object.name);
    }
  }
  return names;
}

std::vector<std::string> Catalog::shadow_tables_of(const std::string& name) const {
  const std::string prefix = lower_case(name) + "_";
  std::vector<std::string> names;
  for (const auto& [key, object] : objects_) {
    if (object.kind == ObjectKind::kTable && key.starts_with(prefix)) {
      names.push_back(object.name);
    }
  }
  return names;
}

void connect_virtual_tables(sqlite3* database, const Catalog& catalog,
                            std::span<const std::string> functions) {
  for (const std::string& name : catalog.tables()) {
    if (catalog.find(name)->kind == ObjectKind::kVirtualTable) {
      connect(database, name);
    }
  }
  for (const std::string& function : functions) {
    // A table of the database hides the function of the same name.
    if (catalog.find(function) == nullptr) {
      connect(database, function);
    }
  }
}

}  // namespace countercheck::sqlite
