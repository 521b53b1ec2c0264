// Relative days and times, "today - 35d": reading them and reckoning them from `as_of`.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "checker/time/time_zone.h"
#include "checker/time/zone_offset.h"

namespace countercheck {

enum class RelativeBase : std::uint8_t { kToday, kYesterday, kNow, kMonthStart };
enum class RelativeUnit : std::uint8_t { kDay, kHour, kMinute };

// "BASE", "BASE + N UNIT" or "BASE - N UNIT"; blanks are optional. `count` carries the sign, and is
// cut where the result leaves the years 0001 to 9999 for certain, so that no reckoning overflows.
struct Relative {
  RelativeBase base = RelativeBase::kToday;
  std::int64_t count = 0;
  RelativeUnit unit = RelativeUnit::kDay;
};

// Absent when the text is no relative value, or when N has more than nine digits.
[[nodiscard]] std::optional<Relative> parse_relative(std::string_view text);

// The calendar day that base and days mean; the unit must be kDay.
[[nodiscard]] std::chrono::local_days relative_day(const Relative& relative, Instant as_of,
                                                   const TimeZone& zone);

// The moment: days keep the clock on the wall, whatever the clocks did in between; hours and
// minutes are exact.
[[nodiscard]] Moment relative_moment(const Relative& relative, Instant as_of, const TimeZone& zone);

}  // namespace countercheck
