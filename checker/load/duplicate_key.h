// What to say of a key or table that a TOML file has twice: both places.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "checker/model/mistake.h"

namespace countercheck {

// `description` and `place` are the parser's; absent when they tell of something else.
[[nodiscard]] std::optional<Mistake> explain_duplicate(std::string_view text, const Place& place,
                                                       std::string_view description);

}  // namespace countercheck
