#include "checker/time/relative.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace countercheck {

namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::microseconds;

template <typename T>
struct Word {
  std::string_view text;
  T meaning;
};

constexpr std::array<Word<RelativeBase>, 4> kBases = {{{"today", RelativeBase::kToday},
                                                       {"yesterday", RelativeBase::kYesterday},
                                                       {"now", RelativeBase::kNow},
                                                       {"month_start", RelativeBase::kMonthStart}}};

constexpr std::array<Word<RelativeUnit>, 3> kUnits = {
    {{"d", RelativeUnit::kDay}, {"h", RelativeUnit::kHour}, {"min", RelativeUnit::kMinute}}};

constexpr std::size_t kDigitsMax = 9;

// More than ten thousand years.
constexpr days kShiftMax{4'000'000};

std::int64_t count_max(RelativeUnit unit) {
  switch (unit) {
    case RelativeUnit::kDay:
      return kShiftMax.count();
    case RelativeUnit::kHour:
      return std::chrono::hours{kShiftMax}.count();
    case RelativeUnit::kMinute:
      return std::chrono::minutes{kShiftMax}.count();
  }
  return 0;
}

void drop_blanks(std::string_view& text) {
  while (!text.empty() && text.front() == ' ') {
    text.remove_prefix(1);
  }
}

// Takes the word at the front if it is one of `words`; none of them starts another.
template <typename T, std::size_t N>
std::optional<T> take_word(std::string_view& text, const std::array<Word<T>, N>& words) {
  for (const Word<T>& word : words) {
    if (text.starts_with(word.text)) {
      text.remove_prefix(word.text.size());
      return word.meaning;
    }
  }
  return std::nullopt;
}

// "+ N UNIT" to the end of the text, or nothing at all.
bool read_shift(std::string_view text, Relative& relative) {
  drop_blanks(text);
  if (text.empty()) {
    return true;
  }
  const char sign = text.front();
  if (sign != '+' && sign != '-') {
    return false;
  }
  text.remove_prefix(1);
  drop_blanks(text);
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || digits > kDigitsMax) {
    return false;
  }
  (void)std::from_chars(text.data(), text.data() + digits, relative.count);
  text.remove_prefix(digits);
  drop_blanks(text);
  const std::optional<RelativeUnit> unit = take_word(text, kUnits);
  relative.unit = unit.value_or(RelativeUnit::kDay);
  relative.count = std::min(relative.count, count_max(relative.unit));
  relative.count = sign == '-' ? -relative.count : relative.count;
  drop_blanks(text);
  return unit && text.empty();
}

// The clock that the base means; every base but `now` is a midnight, also where clocks skip it, so
// that days are counted from midnight and not from the hour that stands in for it.
WallClock base_clock(RelativeBase base, Instant as_of, const TimeZone& zone) {
  const WallClock clock = to_wall_clock(zone.name(), floor<microseconds>(as_of));
  const std::chrono::local_days today = floor<days>(clock);
  switch (base) {
    case RelativeBase::kNow:
      return clock;
    case RelativeBase::kToday:
      return WallClock{today};
    case RelativeBase::kYesterday:
      return WallClock{today - days{1}};
    case RelativeBase::kMonthStart: {
      const std::chrono::year_month_day day{today};
      return WallClock{std::chrono::local_days{day.year() / day.month() / std::chrono::day{1}}};
    }
  }
  return clock;
}

}  // namespace

std::optional<Relative> parse_relative(std::string_view text) {
  drop_blanks(text);
  const std::optional<RelativeBase> base = take_word(text, kBases);
  if (!base) {
    return std::nullopt;
  }
  Relative relative{*base, 0, RelativeUnit::kDay};
  return read_shift(text, relative) ? std::optional(relative) : std::nullopt;
}

std::chrono::local_days relative_day(const Relative& relative, Instant as_of,
                                     const TimeZone& zone) {
  return floor<days>(base_clock(relative.base, as_of, zone)) + days{relative.count};
}

Moment relative_moment(const Relative& relative, Instant as_of, const TimeZone& zone) {
  const bool in_days = relative.unit == RelativeUnit::kDay && relative.count != 0;
  const WallClock clock = base_clock(relative.base, as_of, zone);
  if (in_days) {
    return from_wall_clock(zone.name(), clock + days{relative.count});
  }
  // `now` is that very moment: by way of the clock it could become the other one of a repeated
  // hour.
  const Moment base = relative.base == RelativeBase::kNow ? floor<microseconds>(as_of)
                                                          : from_wall_clock(zone.name(), clock);
  switch (relative.unit) {
    case RelativeUnit::kDay:
      return base;
    case RelativeUnit::kHour:
      return base + std::chrono::hours{relative.count};
    case RelativeUnit::kMinute:
      return base + std::chrono::minutes{relative.count};
  }
  return base;
}

}  // namespace countercheck
