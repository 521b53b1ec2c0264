// The rule for all time after the tables of a zone's file, as POSIX spells it
// ("GMT0BST,M3.5.0/1,M10.5.0"). The date library does not read it where it uses the system's
// database; without it there would be no summer time after 2037.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "checker/time/zone_offset.h"

namespace countercheck {

// A day of each year and the clock on it, by the offset that held before.
struct YearlyChange {
  enum class Kind : std::uint8_t { kMonthWeek, kDayOfYear, kDayOfYearNoLeap };
  Kind kind = Kind::kMonthWeek;
  unsigned month = 1;    // kMonthWeek
  unsigned week = 1;     // kMonthWeek: 1 to 5, 5 is the last
  unsigned weekday = 0;  // kMonthWeek: 0 is Sunday
  int day = 0;           // the other kinds: counted from 0 with 29 February, or from 1 without
  std::chrono::seconds clock = std::chrono::hours{2};
};

struct ClosingRule {
  std::chrono::seconds standard{0};  // wall clock minus UTC, unlike POSIX' own sign
  std::chrono::seconds summer{0};
  YearlyChange to_summer;
  YearlyChange to_standard;
};

// Absent when the text has no clock changes in it, or is no such rule.
[[nodiscard]] std::optional<ClosingRule> parse_closing_rule(std::string_view text);

// The span that holds at a moment, if the rule held for ever.
[[nodiscard]] OffsetSpan span_by_rule(const ClosingRule& rule, std::chrono::sys_seconds moment);

}  // namespace countercheck
