// From what a rule declares and what the user gave to the values that are bound.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "adapters/source.h"
#include "checker/model/mistake.h"
#include "checker/model/rule.h"
#include "checker/time/time_zone.h"

namespace countercheck {

// What relative values are reckoned from; the same for the whole run.
struct ParameterContext {
  Instant as_of;
  TimeZone zone;
  std::map<std::string, std::string> given;  // -p NAME=VALUE
};

// The bindings of all parameters of a rule, in the order of declaration, spelled for `dialect`
// (see Binding). Given values may be relative as well ("today - 3d"). Mistakes: a parameter that is
// neither given, defaulted nor optional, a value that its type cannot hold, a decimal on SQLite.
[[nodiscard]] Result<std::vector<Binding>, Mistakes> resolve_parameters(
    const Rule& rule, Dialect dialect, const ParameterContext& context);

}  // namespace countercheck
