// Durations as users write them: "35d", "26h", "10min", "30s". Whole numbers, one unit.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace countercheck {

// Absent when the text is no duration, is negative, or is longer than 100 years.
[[nodiscard]] std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

// The shortest exact spelling, e.g. 90000 ms is "90s", 7200000 ms is "2h".
[[nodiscard]] std::string to_text(std::chrono::milliseconds duration);

}  // namespace countercheck
