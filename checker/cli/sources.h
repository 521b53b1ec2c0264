// From declared sources to adapters.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "checker/cli/arguments.h"
#include "checker/engine/engine.h"
#include "checker/model/project.h"

namespace countercheck {

struct SourceChoices {
  std::set<std::string> names;  // the sources that rules read
  bool tables_only = false;     // integrity of the tables read rather than of the whole file
};

// Nothing is opened yet. A source whose ${NAME} is not set becomes one that fails to open, so that
// its rules are undecided and the others run.
[[nodiscard]] std::vector<EngineSource> make_sources(const Project& project,
                                                     const Arguments& arguments,
                                                     const SourceChoices& choices);

}  // namespace countercheck
