#include "checker/load/source_keys.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "checker/load/key_table.h"
#include "checker/load/sql_value.h"
#include "checker/load/values.h"
#include "checker/model/nearest.h"

namespace countercheck {

namespace {

constexpr std::int64_t kConnectionsMax = 64;

void read_fresh_sql(const Entry& entry, FreshDeclaration& fresh) {
  fresh.sql = read_sql_text(entry).value_or(SqlText{});
}

void read_within(const Entry& entry, FreshDeclaration& fresh) {
  fresh.within = read_duration(entry).value_or(std::chrono::milliseconds{0});
}

constexpr std::array<KeyRow<FreshDeclaration>, 2> kFreshRows = {{
    {"sql", read_fresh_sql, Need::kRequired},
    {"within", read_within, Need::kRequired},
}};

void read_postgres(const Entry& entry, SourceDeclaration& source) {
  source.dialect = Dialect::kPostgres;
  source.target_place = entry.in.file.place_of(entry.value);
  source.target = read_expandable(entry).value_or("");
}

// A URI could carry options that undo the guards (mode=rwc, immutable), and an in-memory database
// is an empty one.
void read_sqlite(const Entry& entry, SourceDeclaration& source) {
  source.dialect = Dialect::kSqlite;
  source.target_place = entry.in.file.place_of(entry.value);
  source.target = read_expandable(entry).value_or("");
  std::string start = source.target.substr(0, 5);
  std::transform(start.begin(), start.end(), start.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  if (source.target.find("://") != std::string::npos) {
    // Perhaps a Postgres URI under the wrong key: its password must not be printed as a file name.
    source.target.clear();
    entry.refuse("'sqlite' must be a path, never a URI");
  } else if (start == "file:") {
    entry.refuse("'sqlite' must be a path, never a URI");
  } else if (source.target.starts_with(":memory:")) {
    entry.refuse("'sqlite' must be the path of a file; a database in memory is empty");
  }
}

// Half a declaration is none: both keys are required.
void read_fresh(const Entry& entry, SourceDeclaration& source) {
  FreshDeclaration fresh;
  fresh.place = entry.in.file.place_of(entry.key);
  if (read_table<FreshDeclaration>(entry, kFreshRows, fresh)) {
    source.fresh = std::move(fresh);
  }
}

// Names are taken literally here, so a variable would be a schema that does not exist.
void read_search_path(const Entry& entry, SourceDeclaration& source) {
  auto schemas = read_names(entry, EmptyList::kRefused);
  if (schemas && std::all_of(schemas->begin(), schemas->end(), [&](const std::string& schema) {
        return holds_no_variable(entry.in, entry.value, schema);
      })) {
    source.search_path = std::move(*schemas);
  }
}

void read_connections(const Entry& entry, SourceDeclaration& source) {
  if (const auto connections = read_integer(entry, {1, kConnectionsMax})) {
    source.connections = static_cast<std::size_t>(*connections);
  }
}

void read_statement_timeout(const Entry& entry, SourceDeclaration& source) {
  source.statement_timeout = read_duration(entry).value_or(source.statement_timeout);
}

void read_max_snapshot_age(const Entry& entry, SourceDeclaration& source) {
  source.max_snapshot_age = read_duration(entry).value_or(source.max_snapshot_age);
}

// As Postgres writes settings; fractions are refused because binary floats change them.
std::optional<std::string> setting_text(const Entry& entry) {
  if (const auto* number = entry.value.as_integer()) {
    return std::to_string(number->get());
  }
  if (const auto* answer = entry.value.as_boolean()) {
    return answer->get() ? "on" : "off";
  }
  if (entry.value.is_floating_point()) {
    entry.refuse("'" + entry.name() + "' is " + kind_of(entry.value) + "; write it as text");
    return std::nullopt;
  }
  auto text = read_line(entry);
  return text && holds_no_variable(entry.in, entry.value, *text) ? text : std::nullopt;
}

// Which settings there are is known to the adapter, and checked where it is opened.
void read_settings(const Entry& entry, SourceDeclaration& source) {
  const toml::table* table = entry.value.as_table();
  if (table == nullptr) {
    refuse_kind(entry, "a table such as { work_mem = \"256MB\" }");
    return;
  }
  const Scope inner{entry.scope.path + "." + entry.name(), {}, &entry.scope, {}};
  for (const auto& [key, value] : *table) {
    const Entry setting{entry.in, inner, key, value};
    if (!table->is_inline() && refuse_misplaced(entry.in, inner, key)) {
      continue;
    }
    if (auto text = setting_text(setting)) {
      source.settings.emplace(setting.name(), std::move(*text));
    }
  }
}

void read_row_security(const Entry& entry, SourceDeclaration& source) {
  source.row_security = read_text(entry);
}

void read_begin(const Entry& entry, SourceDeclaration& source) {
  source.begin = read_names(entry, EmptyList::kRefused).value_or(std::vector<std::string>{});
}

void read_live(const Entry& entry, SourceDeclaration& source) {
  source.live = read_boolean(entry).value_or(false);
}

void read_integrity(const Entry& entry, SourceDeclaration& source) {
  const auto word = read_text(entry);
  if (word == "quick") {
    source.integrity = IntegrityMode::kQuick;
  } else if (word == "off") {
    source.integrity = IntegrityMode::kOff;
  } else if (word && word != "full") {
    entry.refuse("unknown integrity " + nearest_hint(*word, {"full", "quick", "off"}));
  }
}

constexpr std::array<KeyRow<SourceDeclaration>, 13> kSourceRows = {{
    {"postgres", read_postgres},
    {"sqlite", read_sqlite},
    {"files"},
    {"fresh", read_fresh},
    {"search_path", read_search_path},
    {"connections", read_connections},
    {"statement_timeout", read_statement_timeout},
    {"settings", read_settings},
    {"max_snapshot_age", read_max_snapshot_age},
    {"row_security", read_row_security},
    {"begin", read_begin},
    {"live", read_live},
    {"integrity", read_integrity},
}};

// Keys that mean something for one kind of database only. For the other they would be ignored, and
// what is ignored looks as if it were in force.
constexpr std::array<std::string_view, 7> kPostgresKeys = {
    "search_path",  "connections", "statement_timeout", "settings", "max_snapshot_age",
    "row_security", "begin"};
constexpr std::array<std::string_view, 2> kSqliteKeys = {"live", "integrity"};

void refuse_keys_of(const Entry& entry, const toml::table& table,
                    std::span<const std::string_view> keys, std::string_view kind) {
  for (const auto& [key, value] : table) {
    if (std::find(keys.begin(), keys.end(), key.str()) != keys.end()) {
      entry.in.refuse(
          key, "'" + std::string(key.str()) + "' belongs to " + std::string(kind) + " sources");
    }
  }
}

// One source is one database: what it is follows from the key that names it.
void check_kind(const Entry& entry, const toml::table& table) {
  const bool postgres = table.contains("postgres");
  const bool sqlite = table.contains("sqlite");
  if (table.contains("files") && !postgres && !sqlite) {
    return;  // refused as not supported
  }
  if (postgres && sqlite) {
    entry.refuse("source '" + entry.name() + "' has both 'postgres' and 'sqlite'; write two");
  } else if (!postgres && !sqlite) {
    entry.refuse("source '" + entry.name() + "' lacks the required key 'postgres' or 'sqlite'");
  } else if (postgres) {
    refuse_keys_of(entry, table, kSqliteKeys, "sqlite");
  } else {
    refuse_keys_of(entry, table, kPostgresKeys, "postgres");
  }
}

}  // namespace

std::string join_path(const std::string& directory, const std::string& path) {
  // What a variable stands for may be an absolute path, so such a path is joined once it is known.
  if (directory == "." || path.starts_with("${")) {
    return path;
  }
  return (std::filesystem::path(directory) / path).string();
}

SourceDeclaration read_source_table(const Entry& entry, const toml::table& table,
                                    const std::string& directory) {
  SourceDeclaration source;
  source.name = entry.name();
  source.place = entry.in.file.place_of(table);
  const Scope scope{
      "source." + source.name, names_of<SourceDeclaration>(kSourceRows), &entry.scope, {}};
  read_keys<SourceDeclaration>(entry.in, table, scope, kSourceRows, source);
  check_kind(entry, table);
  if (source.dialect == Dialect::kSqlite) {
    source.target = join_path(directory, source.target);
  }
  return source;
}

std::map<std::string, std::vector<std::string>> source_key_names() {
  return {{"fresh", names_of<FreshDeclaration>(kFreshRows)},
          {"source", names_of<SourceDeclaration>(kSourceRows)}};
}

}  // namespace countercheck
