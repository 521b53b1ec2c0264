#include "checker/load/reading.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "checker/model/nearest.h"

namespace countercheck {

namespace {

bool holds_name(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// How a message names the table that a key belongs to.
std::string header_of(const Scope& scope) {
  return scope.path.empty() ? "the top of the file, before any header" : "[" + scope.path + "]";
}

// Neither is ever right: what is counted or compared here is exact, so the word says what to mend.
std::string kind_of_float(double number) {
  if (std::isnan(number)) {
    return "nan, which is not a number";
  }
  return std::isinf(number) ? "inf, which is not finite" : "a binary fraction";
}

// Everything below an unknown header is refused as well, so that a key which was meant for the
// table above is named and not lost with the rest.
void refuse_below(const Entry& entry) {
  const toml::table* table = entry.value.as_table();
  if (table == nullptr || table->is_inline()) {
    return;
  }
  const Scope inner{entry.scope.path.empty() ? entry.name() : entry.scope.path + "." + entry.name(),
                    {},
                    &entry.scope,
                    {}};
  for (const auto& [key, value] : *table) {
    if (!refuse_misplaced(entry.in, inner, key)) {
      entry.in.refuse(key, "unknown key '" + inner.path + "." + std::string(key.str()) +
                               "': it stands under the header [" + inner.path + "]");
    }
  }
}

}  // namespace

void Reading::refuse(const toml::node& node, std::string message) const {
  mistakes.push_back({file.place_of(node), std::move(message)});
}

void Reading::refuse(const toml::key& key, std::string message) const {
  mistakes.push_back({file.place_of(key), std::move(message)});
}

std::string kind_of(const toml::node& value) {
  switch (value.type()) {
    case toml::node_type::none:
      return "nothing";
    case toml::node_type::table:
      return "a table";
    case toml::node_type::array:
      return value.is_array_of_tables() ? "a list of tables" : "a list";
    case toml::node_type::string:
      return "text";
    case toml::node_type::integer:
      return "a whole number";
    case toml::node_type::floating_point:
      return kind_of_float(value.as_floating_point()->get());
    case toml::node_type::boolean:
      return "true or false";
    case toml::node_type::date:
      return "a date";
    case toml::node_type::time:
      return "a time";
    case toml::node_type::date_time:
      return "a date with a time";
  }
  return "nothing";
}

void refuse_kind(const Entry& entry, std::string_view expected) {
  entry.refuse("'" + entry.name() + "' must be " + std::string(expected) + ", not " +
               kind_of(entry.value));
}

bool refuse_misplaced(const Reading& in, const Scope& scope, const toml::key& key) {
  const std::string name(key.str());
  for (const Elsewhere& elsewhere : scope.elsewhere) {
    if (holds_name(elsewhere.names, name)) {
      in.refuse(key, "'" + name + "' " + elsewhere.where);
      return true;
    }
  }
  for (const Scope* outer = scope.outer; outer != nullptr; outer = outer->outer) {
    if (holds_name(outer->names, name)) {
      in.refuse(key, "'" + name + "' belongs to " + header_of(*outer) + ", but stands under [" +
                         scope.path +
                         "]: in TOML every key after a header belongs to that header, so move it "
                         "above that header");
      return true;
    }
  }
  return false;
}

void refuse_unknown(const Entry& entry) {
  if (!refuse_misplaced(entry.in, entry.scope, entry.key)) {
    entry.in.refuse(entry.key, "unknown key " + nearest_hint(entry.name(), entry.scope.names));
  }
  refuse_below(entry);
}

}  // namespace countercheck
