#include "checker/time/time_zone.h"

#include <array>
#include <cstdio>

#include "checker/time/clock_text.h"
#include "checker/time/zone_offset.h"

namespace countercheck {

namespace {

using std::chrono::floor;
using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr Moment kInstantMin = std::chrono::ceil<microseconds>(Instant::min());
constexpr Moment kInstantMax = floor<microseconds>(Instant::max());

Moment to_moment(Instant instant) { return floor<microseconds>(instant); }

}  // namespace

std::optional<TimeZone> TimeZone::find(const std::string& name) {
  return zone_exists(name) ? std::optional(TimeZone(name)) : std::nullopt;
}

std::chrono::year_month_day TimeZone::day_of(Instant instant) const {
  return std::chrono::year_month_day{
      floor<std::chrono::days>(to_wall_clock(name_, to_moment(instant)))};
}

Instant TimeZone::start_of(std::chrono::year_month_day day) const {
  const Moment moment = from_wall_clock(name_, WallClock{std::chrono::local_days{day}});
  if (moment < kInstantMin) {
    return Instant::min();
  }
  return moment > kInstantMax ? Instant::max() : Instant{moment};
}

std::string TimeZone::local_text(Instant instant) const {
  return clock_text(to_wall_clock(name_, to_moment(instant)));
}

std::string TimeZone::offset_text(Instant instant) const {
  const auto moment = floor<std::chrono::seconds>(instant);
  return local_text(instant) + zone_offset_text(offset_span(name_, moment).offset);
}

std::optional<Instant> TimeZone::parse(std::string_view text) const {
  const std::optional<TimestampText> written = parse_timestamp(text);
  if (!written) {
    return std::nullopt;
  }
  const Moment moment = moment_of(*written, name_);
  if (moment < kInstantMin || moment > kInstantMax) {
    return std::nullopt;
  }
  return Instant{moment};
}

std::string utc_text(Instant instant) {
  const auto at = floor<milliseconds>(instant);
  const auto day = floor<std::chrono::days>(at);
  const std::chrono::hh_mm_ss time{at - day};
  std::array<char, 32> buffer{};
  const int size = std::snprintf(
      buffer.data(), buffer.size(), "T%02d:%02d:%02d.%03dZ", static_cast<int>(time.hours().count()),
      static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count()),
      static_cast<int>(time.subseconds().count()));
  return to_text(std::chrono::year_month_day{day}) +
         std::string(buffer.data(), static_cast<std::size_t>(size));
}

}  // namespace countercheck
