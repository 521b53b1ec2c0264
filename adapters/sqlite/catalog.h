// The tables and views of the database, as sqlite_schema has them.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/result.h"

namespace countercheck::sqlite {

enum class ObjectKind : std::uint8_t { kTable, kVirtualTable, kView };

struct SchemaObject {
  std::string name;  // as it was created
  ObjectKind kind = ObjectKind::kTable;
};

// The table sqlite_schema under any of its names.
[[nodiscard]] bool is_schema_table(std::string_view lower_name);

class Catalog {
 public:
  // Reads sqlite_schema; the first read of the snapshot.
  [[nodiscard]] static Result<Catalog> load(sqlite3* database);

  // The object of that name whatever its case, or nullptr.
  [[nodiscard]] const SchemaObject* find(std::string_view name) const;
  [[nodiscard]] bool has_tables() const;

  // Names of all tables, virtual ones too, without views.
  [[nodiscard]] std::vector<std::string> tables() const;

  // The tables in which a virtual table keeps its rows: NAME_content, NAME_node, ….
  [[nodiscard]] std::vector<std::string> shadow_tables_of(const std::string& name) const;

 private:
  std::map<std::string, SchemaObject> objects_;  // by name in lower case
};

// Lets SQLite connect the virtual tables of the database and these table-valued functions. Their
// first use asks for an UPDATE of sqlite_schema, which a rule is not allowed.
void connect_virtual_tables(sqlite3* database, const Catalog& catalog,
                            std::span<const std::string> functions);

}  // namespace countercheck::sqlite
