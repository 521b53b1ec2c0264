// Time zones of the IANA database, by way of Howard Hinnant's date library: C++20's own zones are
// not in the compiler of the older platform.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace countercheck {

using Instant = std::chrono::system_clock::time_point;

class TimeZone {
 public:
  // Absent when the zone is unknown. "UTC" always exists, also without a zone database.
  [[nodiscard]] static std::optional<TimeZone> find(const std::string& name);

  [[nodiscard]] const std::string& name() const { return name_; }

  // The calendar day of an instant in this zone.
  [[nodiscard]] std::chrono::year_month_day day_of(Instant instant) const;

  // The first instant of a day in this zone (where clocks skip midnight, the first that exists).
  [[nodiscard]] Instant start_of(std::chrono::year_month_day day) const;

  // "YYYY-MM-DD HH:MM:SS[.ffffff]" and the same with "+HH:MM"; the fraction only when not zero.
  [[nodiscard]] std::string local_text(Instant instant) const;
  [[nodiscard]] std::string offset_text(Instant instant) const;

  // Reads a date, or a timestamp with 'T' or blank, optional seconds and fraction, optional Z or
  // ±HH[:MM]. Without an offset it is in this zone; of a repeated hour the earlier one, of a
  // skipped one the instant of the gap. Absent when the text is nothing of the kind.
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
