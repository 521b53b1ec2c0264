// The keys of one rule.
#pragma once

#include <toml++/toml.h>

#include <string>
#include <vector>

#include "checker/load/reading.h"
#include "checker/model/rule.h"

namespace countercheck {

// Reads the table of a rule into `rule`, whose id and place are set already.
void read_rule(const Reading& in, const toml::table& table, const Scope& file_scope, Rule& rule);

[[nodiscard]] std::vector<std::string> rule_key_names();

}  // namespace countercheck
