// Time zones of the IANA database, by way of Howard Hinnant's date library: C++20's own zones are
// not in the compiler of the older platform.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace countercheck {

// In nanoseconds, so it reaches from 1677-09-21 to 2262-04-11 only; a timestamp parameter is not
// bound by that (see parameters.h).
using Instant = std::chrono::system_clock::time_point;

class TimeZone {
 public:
  // UTC.
  TimeZone() : name_("UTC") {}

  // Absent when the zone is unknown, or is no fixed name ("localtime", "right/…"). "UTC" always
  // exists, also without a zone database. Names are matched exactly, as the database spells them.
  [[nodiscard]] static std::optional<TimeZone> find(const std::string& name);

  [[nodiscard]] const std::string& name() const { return name_; }

  // The calendar day of an instant in this zone.
  [[nodiscard]] std::chrono::year_month_day day_of(Instant instant) const;

  // The first instant of a day in this zone (where clocks skip midnight, the first that exists;
  // where they repeat it, the earlier). A day beyond the reach of Instant gives the nearest end.
  [[nodiscard]] Instant start_of(std::chrono::year_month_day day) const;

  // "YYYY-MM-DD HH:MM:SS[.ffffff]" and the same with "+HH:MM"; the fraction only when not zero,
  // and the offset with seconds where local time of old days needs them.
  [[nodiscard]] std::string local_text(Instant instant) const;
  [[nodiscard]] std::string offset_text(Instant instant) const;

  // Reads a date, or a timestamp with 'T' or blank, optional seconds and fraction, optional Z or
  // ±HH[:MM]. Without an offset it is in this zone; of a repeated hour the earlier one, of a
  // skipped one the instant of the gap. Absent when the text is nothing of the kind, has more
  // than six digits after the second's point, or lies beyond the reach of Instant.
  [[nodiscard]] std::optional<Instant> parse(std::string_view text) const;

 private:
  explicit TimeZone(std::string name) : name_(std::move(name)) {}
  std::string name_;
};

// "YYYY-MM-DDTHH:MM:SS.mmmZ".
[[nodiscard]] std::string utc_text(Instant instant);

// "YYYY-MM-DD"; absent when it is no such date.
[[nodiscard]] std::optional<std::chrono::year_month_day> parse_day(std::string_view text);
[[nodiscard]] std::string to_text(std::chrono::year_month_day day);

}  // namespace countercheck
