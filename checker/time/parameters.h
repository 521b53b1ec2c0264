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
// They carry the declaration's place, or none for a given value, whose message names "-p NAME".
//
// What a type holds. date: YYYY-MM-DD, or today, yesterday, month_start ± N d; neither `now` nor
// hours, which would hide the choice of a day. timestamp: what TimeZone::parse() reads in the years
// 0001 to 9999, or any relative value; "- 1d" keeps the clock on the wall across clock changes,
// hours and minutes are exact, and today, yesterday and month_start are the start of that day.
// integer: 64 bits. decimal: plain digits with at most one point, kept as written. boolean: true or
// false. text: as it is, never relative; UTF-8, and for Postgres without NUL.
// SQLite gets timestamps without offset, so the two passes of a repeated hour are one text there.
[[nodiscard]] Result<std::vector<Binding>, Mistakes> resolve_parameters(
    const Rule& rule, Dialect dialect, const ParameterContext& context);

}  // namespace countercheck
