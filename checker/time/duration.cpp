#include "checker/time/duration.h"

#include <array>
#include <charconv>
#include <cstdint>
#include <system_error>

namespace countercheck {

namespace {

using std::chrono::milliseconds;

struct Unit {
  std::string_view name;
  milliseconds size;
};

// Largest first. No unit's name is the end of another's ("min" aside, which no unit ends in).
constexpr std::array<Unit, 4> kUnits = {{{"d", std::chrono::days{1}},
                                         {"h", std::chrono::hours{1}},
                                         {"min", std::chrono::minutes{1}},
                                         {"s", std::chrono::seconds{1}}}};

// A hundred years of 365.25 days.
constexpr milliseconds kDurationMax = std::chrono::days{36525};

}  // namespace

std::optional<milliseconds> parse_duration(std::string_view text) {
  std::int64_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, count);
  if (error != std::errc{} || count < 0 || text.front() == '-') {
    return std::nullopt;
  }
  const std::string_view name(rest, static_cast<std::size_t>(end - rest));
  for (const Unit& unit : kUnits) {
    if (name == unit.name) {
      // Compared by division, since the product may not fit.
      const bool fits = count <= kDurationMax / unit.size;
      return fits ? std::optional(count * unit.size) : std::nullopt;
    }
  }
  return std::nullopt;
}

std::string to_text(milliseconds duration) {
  if (duration == milliseconds{0}) {
    return "0s";
  }
  for (const Unit& unit : kUnits) {
    if (duration % unit.size == milliseconds{0}) {
      return std::to_string(duration / unit.size) + std::string(unit.name);
    }
  }
  // Less than a whole second: only measured times get here, no duration that a user can write.
  const bool negative = duration < milliseconds{0};
  const std::int64_t size = negative ? -duration.count() : duration.count();
  std::string fraction = std::to_string(size % 1000 + 1000).substr(1);
  fraction.erase(fraction.find_last_not_of('0') + 1);
  return (negative ? "-" : "") + std::to_string(size / 1000) + "." + fraction + "s";
}

}  // namespace countercheck
