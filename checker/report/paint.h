// Colours of the text report. Without colour a painted text is the text itself, so that layout
// never depends on it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "checker/model/verdict.h"

namespace countercheck {

enum class Tone : std::uint8_t { kBad, kDoubt, kGood, kQuiet };

[[nodiscard]] std::string paint(std::string_view text, Tone tone, bool color);

[[nodiscard]] Tone tone_of(Verdict verdict);

}  // namespace countercheck
