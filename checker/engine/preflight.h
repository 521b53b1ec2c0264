// What only the database can show about a rule file, looked at before any rule runs: columns that
// the file names and the violations do not have, and names that are both column and parameter.
#pragma once

#include <set>
#include <string>

#include "adapters/source.h"
#include "checker/model/mistake.h"
#include "checker/plan/plan.h"

namespace countercheck {

struct Preflight {
  Mistakes mistakes;
  std::set<std::string> columns;  // of all rules whose columns are known
  bool all_known = true;          // false: some rule's columns could not be found out
};

// True when the rule names columns; a rule that names none has nothing to look at.
[[nodiscard]] bool needs_preflight(const PlannedRule& rule);

// Uses the columns that the text itself shows, and asks the database only when it does not. A
// statement that the database rejects is no mistake here: its rule will be undecided, with reason.
void preflight_rule(const PlannedRule& rule, Session& session, const QueryLimits& limits,
                    Preflight& findings);

}  // namespace countercheck
