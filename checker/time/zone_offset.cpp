#include "checker/time/zone_offset.h"

#include <date/tz.h>

#include <algorithm>
#include <exception>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "checker/time/closing_rule.h"

namespace countercheck {

namespace {

using std::chrono::floor;
using std::chrono::seconds;
using std::chrono::sys_seconds;

constexpr std::string_view kUtc = "UTC";

// No zone was ever further from UTC than 16 hours.
constexpr std::chrono::hours kOffsetMax{16};

// Where spans begin and end that have no other end: far outside of all years that are used, and
// near enough for microseconds.
constexpr sys_seconds kEarliest = std::chrono::sys_days{std::chrono::year{-20000} / 1 / 1};
constexpr sys_seconds kLatest = std::chrono::sys_days{std::chrono::year{20000} / 1 / 1};

// Names that mean another thing on another machine, or another time scale (leap seconds counted).
bool is_portable(const std::string& zone) {
  return !zone.empty() && zone != "localtime" && zone != "posixrules" && zone != "Factory" &&
         !zone.starts_with("right/") && !zone.starts_with("posix/");
}

OffsetSpan to_span(const date::sys_info& info) {
  return {std::max(info.begin, kEarliest), std::min(info.end, kLatest), info.offset};
}

// The closing rule is the last line of a zone's file.
std::optional<ClosingRule> read_closing_rule(const std::string& zone) {
  std::ifstream file("/usr/share/zoneinfo/" + zone, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const std::size_t end = bytes.rfind('\n');
  if (end == std::string::npos || end == 0 || end + 1 != bytes.size()) {
    return std::nullopt;
  }
  const std::size_t start = bytes.rfind('\n', end - 1);
  return start == std::string::npos
             ? std::nullopt
             : parse_closing_rule(std::string_view(bytes).substr(start + 1, end - start - 1));
}

}  // namespace

bool zone_exists(const std::string& zone) {
  if (zone == kUtc) {
    return true;
  }
  if (!is_portable(zone)) {
    return false;
  }
  try {
    // Asking for an offset makes the library read the zone's own file, so that a broken one shows
    // here and not in the middle of a run.
    (void)date::locate_zone(zone)->get_info(date::sys_seconds{});
    return true;
  } catch (const std::exception&) {
    // The library reports an unknown name and a missing database in no other way.
    return false;
  }
}

OffsetSpan offset_span(const std::string& zone, sys_seconds moment) {
  if (zone == kUtc) {
    return {kEarliest, kLatest, seconds{0}};
  }
  const OffsetSpan span = to_span(date::locate_zone(zone)->get_info(moment));
  if (span.end != kLatest) {
    return span;
  }
  const std::optional<ClosingRule> rule = read_closing_rule(zone);
  if (!rule) {
    return span;  // no changes any more
  }
  OffsetSpan by_rule = span_by_rule(*rule, moment);
  by_rule.begin = std::max(by_rule.begin, span.begin);
  return by_rule;
}

WallClock to_wall_clock(const std::string& zone, Moment moment) {
  const seconds offset = offset_span(zone, floor<seconds>(moment)).offset;
  return WallClock{moment.time_since_epoch() + offset};
}

Moment from_wall_clock(const std::string& zone, WallClock clock) {
  const Moment as_utc{clock.time_since_epoch()};
  const sys_seconds last = floor<seconds>(as_utc) + kOffsetMax;
  OffsetSpan span = offset_span(zone, floor<seconds>(as_utc) - kOffsetMax);
  // Every span that could hold the answer, in order of time, so that the first hit is the earliest.
  while (true) {
    const Moment candidate = as_utc - span.offset;
    if (candidate < span.begin) {
      return span.begin;  // the span before ended too early: the clock jumped over it
    }
    if (candidate < span.end || span.end > last) {
      return candidate;
    }
    span = offset_span(zone, span.end);
  }
}

}  // namespace countercheck
