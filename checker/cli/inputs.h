// From the command line to everything that a run needs from files: project, rules, time.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "adapters/result.h"
#include "checker/cli/arguments.h"
#include "checker/model/project.h"
#include "checker/model/rule.h"
#include "checker/time/parameters.h"

namespace countercheck {

struct Inputs {
  Project project;                    // with the sources of the command line
  std::vector<Rule> rules;            // selected
  std::vector<std::string> patterns;  // the RULE arguments that are ids or globs
  ParameterContext context;
  bool ad_hoc = false;  // rules, sources, parameters or a time were named
};

// Loads the project (if there is one) and the selected rules; `now` is the real clock.
[[nodiscard]] Result<Inputs, Mistakes> load_inputs(const Arguments& arguments, Instant now);

// The project with the sources of the command line, without rules (for `ask`).
[[nodiscard]] Result<Inputs, Mistakes> load_project_inputs(const Arguments& arguments, Instant now);

}  // namespace countercheck
