// What the zone database knows: which offset holds when. The only header of this layer behind
// which the date library stands; none of its exceptions gets out.
//
// Moments are counted in microseconds: 64 bits of them reach far beyond the years 0001 to 9999,
// while the nanoseconds of std::chrono::system_clock end in 2262.
#pragma once

#include <chrono>
#include <string>

namespace countercheck {

using Moment = std::chrono::sys_time<std::chrono::microseconds>;

// The clock on the wall, also in microseconds since 1970-01-01 00:00:00 on that clock.
using WallClock = std::chrono::local_time<std::chrono::microseconds>;

// A stretch of time with one offset: begin <= t < end.
struct OffsetSpan {
  std::chrono::sys_seconds begin;
  std::chrono::sys_seconds end;
  std::chrono::seconds offset{0};  // wall clock minus UTC
};

// Whether the zone can be used. "UTC" needs no database.
[[nodiscard]] bool zone_exists(const std::string& zone);

// The span that holds at a moment. `zone` must exist.
[[nodiscard]] OffsetSpan offset_span(const std::string& zone, std::chrono::sys_seconds moment);

[[nodiscard]] WallClock to_wall_clock(const std::string& zone, Moment moment);

// The moment at which the clock shows this: the earlier of two, and the moment of the jump where
// the clock skips it.
[[nodiscard]] Moment from_wall_clock(const std::string& zone, WallClock clock);

}  // namespace countercheck
