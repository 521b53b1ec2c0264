// One description of the keys of a table, from which all strictness follows: unknown, misplaced,
// missing and not yet built keys.
#pragma once

#include <toml++/toml.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "checker/load/reading.h"

namespace countercheck {

enum class Need { kOptional, kRequired };

// A key of a table that is read into a Target. Every frozen key has a row, also one whose feature
// is not built: that one has no reader and is refused, never ignored.
template <typename Target>
struct KeyRow {
  std::string_view name;
  void (*read)(const Entry& entry, Target& target) = nullptr;
  Need need = Need::kOptional;
};

template <typename Target>
[[nodiscard]] std::vector<std::string> names_of(std::span<const KeyRow<Target>> rows) {
  std::vector<std::string> names;
  for (const KeyRow<Target>& row : rows) {
    names.emplace_back(row.name);
  }
  return names;
}

// Reads every key of the table by its row, each with a mistake of its own where it is wrong.
template <typename Target>
void read_keys(const Reading& in, const toml::table& table, const Scope& scope,
               std::span<const KeyRow<Target>> rows, Target& target) {
  for (const auto& [key, value] : table) {
    const Entry entry{in, scope, key, value};
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const KeyRow<Target>& candidate) {
      return candidate.name == entry.key.str();
    });
    if (row == rows.end()) {
      refuse_unknown(entry);
    } else if (row->read == nullptr) {
      in.refuse(key, "'" + entry.name() + "' is not supported yet");
    } else {
      row->read(entry, target);
    }
  }
  // A key that is present and wrong has its mistake already, and is not missing as well.
  for (const KeyRow<Target>& row : rows) {
    if (row.need == Need::kRequired && !table.contains(row.name)) {
      in.refuse(table, "the required key '" + std::string(row.name) + "' is missing" +
                           (scope.path.empty() ? "" : " in [" + scope.path + "]"));
    }
  }
}

// Reads an entry that must be a table with these keys. False, with a mistake, when it is none.
template <typename Target>
bool read_table(const Entry& entry, std::span<const KeyRow<Target>> rows, Target& target) {
  const toml::table* table = entry.value.as_table();
  if (table == nullptr) {
    refuse_kind(entry, "a table");
    return false;
  }
  const Scope inner{entry.scope.path.empty() ? entry.name() : entry.scope.path + "." + entry.name(),
                    names_of(rows),
                    &entry.scope,
                    {}};
  read_keys(entry.in, *table, inner, rows, target);
  return true;
}

}  // namespace countercheck
