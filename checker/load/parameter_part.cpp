#include "checker/load/parameter_part.h"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string_view>
#include <utility>

#include "checker/load/key_table.h"
#include "checker/load/rule_parts.h"
#include "checker/load/values.h"
#include "checker/model/nearest.h"
#include "checker/time/time_zone.h"

namespace countercheck {

namespace {

struct TypeWord {
  std::string_view word;
  BindType type;
};

constexpr std::array<TypeWord, 6> kTypeWords = {{
    {"text", BindType::kText},
    {"integer", BindType::kInteger},
    {"decimal", BindType::kDecimal},
    {"date", BindType::kDate},
    {"timestamp", BindType::kTimestamp},
    {"boolean", BindType::kBoolean},
}};

// The words of relative dates; as the name of a parameter they could only mislead.
constexpr std::array<std::string_view, 4> kReservedNames = {"today", "yesterday", "now",
                                                            "month_start"};

// Whether the default suits the type is known only after the whole table was read.
struct ParameterTable {
  ParameterDeclaration declaration;
  bool type_known = false;
  const toml::node* fallback = nullptr;
};

// An unknown type leaves the default unjudged: one mistake is enough for one slip.
void read_type(const Entry& entry, ParameterTable& table) {
  const auto word = read_text(entry);
  if (!word) {
    return;
  }
  std::vector<std::string> words;
  for (const TypeWord& candidate : kTypeWords) {
    if (candidate.word == *word) {
      table.declaration.type = candidate.type;
      table.type_known = true;
      return;
    }
    words.emplace_back(candidate.word);
  }
  entry.refuse("unknown type " + nearest_hint(*word, words));
}

void read_default(const Entry& entry, ParameterTable& table) { table.fallback = &entry.value; }

void read_optional(const Entry& entry, ParameterTable& table) {
  table.declaration.optional = read_boolean(entry).value_or(false);
}

constexpr std::array<KeyRow<ParameterTable>, 3> kParameterRows = {{
    {"type", read_type, Need::kRequired},
    {"default", read_default},
    {"optional", read_optional},
}};

// A default in TOML's own spelling, as the text that a user could have written instead; absent
// when it does not suit the type.
std::optional<std::string> native_default(const toml::node& value, BindType type) {
  if (const auto* text = value.as_string()) {
    return text->get();
  }
  if (const auto* number = value.as_integer();
      number != nullptr && (type == BindType::kInteger || type == BindType::kDecimal)) {
    return std::to_string(number->get());
  }
  if (const auto* answer = value.as_boolean(); answer != nullptr && type == BindType::kBoolean) {
    return answer->get() ? "true" : "false";
  }
  if (const auto* date = value.as_date(); date != nullptr && type == BindType::kDate) {
    return to_text(std::chrono::year_month_day{std::chrono::year(date->get().year),
                                               std::chrono::month(date->get().month),
                                               std::chrono::day(date->get().day)});
  }
  return std::nullopt;
}

// Floats never suit: 12.10 would have lost its last digit before anyone could look at it.
void settle_default(const Reading& in, ParameterTable& table) {
  if (table.fallback == nullptr || !table.type_known) {
    return;
  }
  const BindType type = table.declaration.type;
  table.declaration.fallback = native_default(*table.fallback, type);
  if (!table.declaration.fallback) {
    in.refuse(*table.fallback, "the default is " + kind_of(*table.fallback) +
                                   ", which does not suit the type; write it as text");
  } else if (type != BindType::kText && is_blank(*table.declaration.fallback)) {
    in.refuse(*table.fallback, "the default is blank");
  }
}

// What the lexers of both databases take for one placeholder after a colon.
bool is_parameter_name(std::string_view name) {
  const bool plain = is_plain_name(name) && name.find('-') == std::string_view::npos;
  return plain && (name.front() < '0' || name.front() > '9');
}

void check_name(const Entry& entry) {
  const std::string name = entry.name();
  if (!is_parameter_name(name)) {
    entry.in.refuse(entry.key, "the parameter '" + name +
                                   "' must be named with letters, digits and '_', and not start "
                                   "with a digit");
  } else if (std::find(kReservedNames.begin(), kReservedNames.end(), name) !=
             kReservedNames.end()) {
    entry.in.refuse(entry.key, "'" + name + "' is a relative date and cannot name a parameter");
  }
}

// A value that is no table is most often a key of the rule that fell under this header.
std::optional<ParameterDeclaration> read_parameter(const Entry& entry) {
  if (!entry.value.is_table()) {
    if (!refuse_misplaced(entry.in, entry.scope, entry.key)) {
      refuse_kind(entry, "a table such as { type = \"date\", default = \"today - 35d\" }");
    }
    return std::nullopt;
  }
  check_name(entry);
  ParameterTable table;
  table.declaration.name = entry.name();
  table.declaration.place = entry.in.file.place_of(entry.key);
  read_table<ParameterTable>(entry, kParameterRows, table);
  settle_default(entry.in, table);
  if (table.fallback != nullptr && table.declaration.optional) {
    entry.refuse("the parameter '" + entry.name() +
                 "' has a default and is optional, which would be NULL when not given; drop one");
  }
  return table.declaration;
}

}  // namespace

std::vector<ParameterDeclaration> read_parameters(const Entry& entry) {
  const toml::table* table = entry.value.as_table();
  if (table == nullptr) {
    refuse_kind(entry, "a table of parameters");
    return {};
  }
  const Scope inner{entry.scope.path + "." + entry.name(), {}, &entry.scope, {}};
  std::vector<ParameterDeclaration> parameters;
  for (const auto& [key, value] : *table) {
    if (auto parameter = read_parameter(Entry{entry.in, inner, key, value})) {
      parameters.push_back(std::move(*parameter));
    }
  }
  // The parser sorts by name; the places bring back the order of the file.
  std::sort(parameters.begin(), parameters.end(),
            [](const auto& left, const auto& right) { return left.place < right.place; });
  return parameters;
}

std::vector<std::string> parameter_key_names() { return names_of<ParameterTable>(kParameterRows); }

}  // namespace countercheck
