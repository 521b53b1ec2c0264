#include "checker/load/rule_parts.h"

#include <toml++/toml.h>

#include <array>
#include <utility>

#include "checker/load/key_table.h"
#include "checker/load/parameter_part.h"
#include "checker/load/values.h"

namespace countercheck {

namespace {

void read_unit_column(const Entry& entry, ImpactDeclaration& impact) {
  impact.unit_column = read_text(entry).value_or("");
}

constexpr std::array<KeyRow<ImpactDeclaration>, 1> kUnitRows = {
    {{"column", read_unit_column, Need::kRequired}}};

void read_impact_column(const Entry& entry, ImpactDeclaration& impact) {
  impact.column = read_text(entry).value_or("");
}

// A fixed unit, or the column that names it row by row; the two are never mixed in one sum.
void read_unit(const Entry& entry, ImpactDeclaration& impact) {
  if (entry.value.is_table()) {
    read_table<ImpactDeclaration>(entry, kUnitRows, impact);
  } else if (entry.value.is_string()) {
    impact.unit = read_line(entry).value_or("");
  } else {
    refuse_kind(entry, "text such as \"GBP\", or { column = \"currency\" }");
  }
}

constexpr std::array<KeyRow<ImpactDeclaration>, 2> kImpactRows = {{
    {"column", read_impact_column, Need::kRequired},
    {"unit", read_unit, Need::kRequired},
}};

void read_reason(const Entry& entry, Exemption& exemption) {
  exemption.reason = read_text(entry).value_or("");
}

void read_until(const Entry& entry, Exemption& exemption) {
  exemption.until = read_day(entry).value_or(std::chrono::year_month_day{});
}

constexpr std::array<KeyRow<Exemption>, 2> kExemptionRows = {{
    {"reason", read_reason, Need::kRequired},
    {"until", read_until, Need::kRequired},
}};

// Under a header of its own, a key that was meant for the rule would be taken for an object.
bool is_misplaced_below_header(const Entry& entry, const toml::table& table) {
  return !table.is_inline() && refuse_misplaced(entry.in, entry.scope, entry.key);
}

}  // namespace

std::optional<ImpactDeclaration> read_impact(const Entry& entry) {
  ImpactDeclaration impact;
  impact.place = entry.in.file.place_of(entry.key);
  if (!read_table<ImpactDeclaration>(entry, kImpactRows, impact)) {
    return std::nullopt;
  }
  return impact;
}

std::optional<Exemption> read_exemption(const Entry& entry) {
  Exemption exemption;
  exemption.place = entry.in.file.place_of(entry.key);
  if (!read_table<Exemption>(entry, kExemptionRows, exemption)) {
    return std::nullopt;
  }
  return exemption;
}

std::map<std::string, std::string> read_reasons(const Entry& entry) {
  const toml::table* table = entry.value.as_table();
  if (table == nullptr) {
    refuse_kind(entry, "a table such as { \"billing.open_charges\" = \"the reason\" }");
    return {};
  }
  const Scope inner{entry.scope.path + "." + entry.name(), {}, &entry.scope, {}};
  std::map<std::string, std::string> reasons;
  for (const auto& [key, value] : *table) {
    const Entry object{entry.in, inner, key, value};
    if (is_misplaced_below_header(object, *table)) {
      continue;
    }
    if (is_blank(object.name())) {
      object.in.refuse(key, "'" + entry.name() + "' names a blank object");
    } else if (auto reason = read_text(object)) {
      reasons.emplace(object.name(), std::move(*reason));
    }
  }
  return reasons;
}

std::map<std::string, std::vector<std::string>> rule_part_key_names() {
  return {
      {"exemption", names_of<Exemption>(kExemptionRows)},
      {"impact", names_of<ImpactDeclaration>(kImpactRows)},
      {"parameter", parameter_key_names()},
      {"unit", names_of<ImpactDeclaration>(kUnitRows)},
  };
}

}  // namespace countercheck
