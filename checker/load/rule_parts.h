// The tables inside a rule: parameters, impact, exemptions, accepted objects.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checker/load/reading.h"
#include "checker/model/rule.h"

namespace countercheck {

// In the order in which the file declares them.
[[nodiscard]] std::vector<ParameterDeclaration> read_parameters(const Entry& entry);

[[nodiscard]] std::optional<ImpactDeclaration> read_impact(const Entry& entry);

// { reason = "…", until = 2027-01-31 }
[[nodiscard]] std::optional<Exemption> read_exemption(const Entry& entry);

// Object name to reason.
[[nodiscard]] std::map<std::string, std::string> read_reasons(const Entry& entry);

// The names of the keys of each of these tables, for the test that holds them against the schema.
[[nodiscard]] std::map<std::string, std::vector<std::string>> rule_part_key_names();

}  // namespace countercheck
