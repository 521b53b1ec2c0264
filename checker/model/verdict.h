// The closed set of answers about one rule.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace countercheck {

enum class Verdict : std::uint8_t { kUndecided, kViolated, kKnown, kVacuous, kSkipped, kHolds };

inline constexpr std::array<Verdict, 6> kAllVerdicts = {Verdict::kViolated, Verdict::kKnown,
                                                        Verdict::kVacuous,  Verdict::kUndecided,
                                                        Verdict::kSkipped,  Verdict::kHolds};

[[nodiscard]] std::string_view to_text(Verdict verdict);

enum class Severity : std::uint8_t { kError, kWarning };

[[nodiscard]] std::string_view to_text(Severity severity);

}  // namespace countercheck
