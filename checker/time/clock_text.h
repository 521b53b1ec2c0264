// Dates and timestamps as text, without any zone in it: reading and spelling.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "checker/time/zone_offset.h"

namespace countercheck {

// A timestamp as written. The offset is absent when none was written.
struct TimestampText {
  WallClock clock;
  std::optional<std::chrono::seconds> offset;
};

// "YYYY-MM-DD", or that with 'T' or a blank, HH:MM[:SS[.f…]] and Z or ±HH[:MM[:SS]] behind it.
// Absent when it is not exactly that. Nothing is rounded: at most six digits of a fraction.
[[nodiscard]] std::optional<TimestampText> parse_timestamp(std::string_view text);

// The moment that is meant: by its own offset, or else by the clocks of `zone`, which must exist.
[[nodiscard]] Moment moment_of(const TimestampText& written, const std::string& zone);

// "YYYY-MM-DD HH:MM:SS[.ffffff]"; the fraction only when it is not zero.
[[nodiscard]] std::string clock_text(WallClock clock);

// "+HH:MM[:SS]", "-HH:MM[:SS]".
[[nodiscard]] std::string zone_offset_text(std::chrono::seconds offset);

// Whether the clock shows a day of the years 0001 to 9999, the only ones that both databases spell
// with four digits.
[[nodiscard]] bool is_in_years(WallClock clock);

}  // namespace countercheck
