// Readers of single values. Each returns the value, or nothing and a mistake; none falls back to a
// default for a key that is present.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checker/load/reading.h"

namespace countercheck {

struct Range {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

// Text that is more than blanks.
[[nodiscard]] std::optional<std::string> read_text(const Entry& entry);

// Text of one line, for what stands in headings and lists.
[[nodiscard]] std::optional<std::string> read_line(const Entry& entry);

[[nodiscard]] std::optional<std::int64_t> read_integer(const Entry& entry, Range range);

[[nodiscard]] std::optional<bool> read_boolean(const Entry& entry);

// "26h"; longer than nothing.
[[nodiscard]] std::optional<std::chrono::milliseconds> read_duration(const Entry& entry);

// A TOML date, without quotes and without a time.
[[nodiscard]] std::optional<std::chrono::year_month_day> read_day(const Entry& entry);

enum class EmptyList { kAllowed, kRefused };

// A list of texts that are more than blanks, each there once.
[[nodiscard]] std::optional<std::vector<std::string>> read_names(const Entry& entry,
                                                                 EmptyList empty);

// Text in which ${NAME} stands for a variable of the environment; kept as it is, but well formed.
[[nodiscard]] std::optional<std::string> read_expandable(const Entry& entry);

// A mistake for ${ in text where variables are not expanded, so that it is not taken literally.
// True when there is none.
[[nodiscard]] bool holds_no_variable(const Reading& in, const toml::node& node,
                                     std::string_view text);

[[nodiscard]] bool is_blank(std::string_view text);

// Letters, digits, '-' and '_', and at least one of them.
[[nodiscard]] bool is_plain_name(std::string_view name);

}  // namespace countercheck
