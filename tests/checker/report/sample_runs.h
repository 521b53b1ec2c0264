// Results for the tests of the reports: small, complete and the same each time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/model/run_result.h"

namespace countercheck::test {

// A rule that holds, without samples.
[[nodiscard]] RuleResult holding_rule(const std::string& id);

// A rule with one key column "account_id" and one sample for each key given; violated, complete.
[[nodiscard]] RuleResult violated_rule(const std::string& id, const std::vector<CellText>& keys);

// A run over one SQLite source with these rules; `exit` as given.
[[nodiscard]] RunResult run_of(const std::vector<RuleResult>& rules, int exit);

// A whole night: two sources with trouble, and a rule for every verdict.
[[nodiscard]] RunResult whole_run();

// A night on which everything holds.
[[nodiscard]] RunResult quiet_run();

}  // namespace countercheck::test
