// Keys that print alike and are not the same: one name in two Unicode forms, a Cyrillic letter
// among Latin ones, two long texts cut at the same place. Without their code points a reader would
// take the second sample for a repetition of the first.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "checker/model/run_result.h"

namespace countercheck {

// Lines that tell such samples apart, without indentation; none when all shown keys look different.
[[nodiscard]] std::vector<std::string> look_alike_lines(const RuleResult& rule);

}  // namespace countercheck
