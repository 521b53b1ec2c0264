// Which rules a command is about.
#pragma once

#include <string>
#include <vector>

#include "adapters/result.h"
#include "checker/model/mistake.h"
#include "checker/model/rule.h"

namespace countercheck {

struct Selection {
  std::vector<std::string> patterns;  // ids or globs over ids; empty: all rules
  std::vector<std::string> tags;      // any of them; empty: no matter which
  std::vector<std::string> excluded;  // globs over ids
};

// The chosen rules, in the order given. Mistakes: a pattern, tag or exclusion that matches nothing
// (with the names that exist), or nothing left.
[[nodiscard]] Result<std::vector<Rule>, Mistakes> select_rules(std::vector<Rule> rules,
                                                               const Selection& selection);

}  // namespace countercheck
