#include "checker/time/clock_text.h"

#include <array>
#include <cstdio>

#include "checker/time/time_zone.h"

namespace countercheck {

namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::hours;
using std::chrono::microseconds;
using std::chrono::minutes;
using std::chrono::seconds;

bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

// Reads from the front of a text; every step says whether it found what it looked for.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }

  bool take(char byte) {
    if (rest_.empty() || rest_.front() != byte) {
      return false;
    }
    rest_.remove_prefix(1);
    return true;
  }

  // Exactly `count` digits.
  std::optional<int> number(std::size_t count) {
    int value = 0;
    for (std::size_t at = 0; at < count; ++at) {
      if (at >= rest_.size() || !is_digit(rest_[at])) {
        return std::nullopt;
      }
      value = value * 10 + (rest_[at] - '0');
    }
    rest_.remove_prefix(count);
    return value;
  }

  // Two digits up to `max`.
  std::optional<int> pair(int max) {
    const std::optional<int> value = number(2);
    return value && *value <= max ? value : std::nullopt;
  }

  // One to six digits behind a point, as microseconds.
  std::optional<int> fraction() {
    constexpr int kDigitsMax = 6;
    int value = 0;
    int digits = 0;
    for (; !rest_.empty() && is_digit(rest_.front()); ++digits) {
      if (digits == kDigitsMax) {
        return std::nullopt;
      }
      value = value * 10 + (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    if (digits == 0) {
      return std::nullopt;
    }
    for (; digits < kDigitsMax; ++digits) {
      value *= 10;
    }
    return value;
  }

  std::optional<std::chrono::year_month_day> day() {
    const std::optional<int> year = number(4);
    if (!year || !take('-')) {
      return std::nullopt;
    }
    const std::optional<int> month = number(2);
    if (!month || !take('-')) {
      return std::nullopt;
    }
    const std::optional<int> day_of_month = number(2);
    if (!day_of_month) {
      return std::nullopt;
    }
    const std::chrono::year_month_day day{std::chrono::year{*year},
                                          std::chrono::month{static_cast<unsigned>(*month)},
                                          std::chrono::day{static_cast<unsigned>(*day_of_month)}};
    return day.ok() && day.year() >= std::chrono::year{1} ? std::optional(day) : std::nullopt;
  }

  // HH:MM[:SS[.f…]]
  std::optional<microseconds> time_of_day() {
    const std::optional<int> hour = pair(23);
    if (!hour || !take(':')) {
      return std::nullopt;
    }
    const std::optional<int> minute = pair(59);
    if (!minute) {
      return std::nullopt;
    }
    microseconds time = hours{*hour} + minutes{*minute};
    if (!take(':')) {
      return time;
    }
    const std::optional<int> second = pair(59);
    if (!second) {
      return std::nullopt;
    }
    time += seconds{*second};
    if (!take('.')) {
      return time;
    }
    const std::optional<int> micros = fraction();
    return micros ? std::optional(time + microseconds{*micros}) : std::nullopt;
  }

  // Z or ±HH[:MM[:SS]]
  std::optional<seconds> offset() {
    if (take('Z')) {
      return seconds{0};
    }
    const bool negative = take('-');
    if (!negative && !take('+')) {
      return std::nullopt;
    }
    const std::optional<int> hour = pair(15);
    if (!hour) {
      return std::nullopt;
    }
    seconds size = hours{*hour};
    for (const int unit_seconds : {60, 1}) {
      if (!take(':')) {
        break;
      }
      const std::optional<int> part = pair(59);
      if (!part) {
        return std::nullopt;
      }
      size += seconds{*part * unit_seconds};
    }
    return negative ? -size : size;
  }

 private:
  std::string_view rest_;
};

template <typename... Numbers>
std::string spell(const char* format, Numbers... numbers) {
  std::array<char, 64> buffer{};
  const int size = std::snprintf(buffer.data(), buffer.size(), format, numbers...);
  return {buffer.data(), static_cast<std::size_t>(size)};
}

}  // namespace

std::optional<TimestampText> parse_timestamp(std::string_view text) {
  Reader reader(text);
  const std::optional<std::chrono::year_month_day> day = reader.day();
  if (!day) {
    return std::nullopt;
  }
  TimestampText result{WallClock{std::chrono::local_days{*day}}, std::nullopt};
  if (reader.at_end()) {
    return result;
  }
  if (!reader.take('T') && !reader.take(' ')) {
    return std::nullopt;
  }
  const std::optional<microseconds> time = reader.time_of_day();
  if (!time) {
    return std::nullopt;
  }
  result.clock += *time;
  if (reader.at_end()) {
    return result;
  }
  result.offset = reader.offset();
  return result.offset && reader.at_end() ? std::optional(result) : std::nullopt;
}

Moment moment_of(const TimestampText& written, const std::string& zone) {
  return written.offset ? Moment{written.clock.time_since_epoch() - *written.offset}
                        : from_wall_clock(zone, written.clock);
}

std::string clock_text(WallClock clock) {
  const auto day = floor<days>(clock);
  const std::chrono::hh_mm_ss time{clock - day};
  std::string text = to_text(std::chrono::year_month_day{day});
  text += spell(" %02d:%02d:%02d", static_cast<int>(time.hours().count()),
                static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count()));
  const auto fraction = time.subseconds().count();
  if (fraction != 0) {
    text += spell(".%06d", static_cast<int>(fraction));
  }
  return text;
}

std::string zone_offset_text(seconds offset) {
  const std::chrono::hh_mm_ss size{offset < seconds{0} ? -offset : offset};
  std::string text =
      spell("%c%02d:%02d", offset < seconds{0} ? '-' : '+', static_cast<int>(size.hours().count()),
            static_cast<int>(size.minutes().count()));
  if (size.seconds() != seconds{0}) {
    text += spell(":%02d", static_cast<int>(size.seconds().count()));
  }
  return text;
}

bool is_in_years(WallClock clock) {
  // Compared as days: a std::chrono::year has 16 bits, and wraps round without a word.
  using std::chrono::year;
  constexpr std::chrono::local_days kBegin{year{1} / 1 / 1};
  constexpr std::chrono::local_days kEnd{year{10000} / 1 / 1};
  return clock >= kBegin && clock < kEnd;
}

std::optional<std::chrono::year_month_day> parse_day(std::string_view text) {
  Reader reader(text);
  const std::optional<std::chrono::year_month_day> day = reader.day();
  return reader.at_end() ? day : std::nullopt;
}

std::string to_text(std::chrono::year_month_day day) {
  return spell("%04d-%02u-%02u", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
               static_cast<unsigned>(day.day()));
}

}  // namespace countercheck
