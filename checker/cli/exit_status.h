// The one home of exit statuses.
#pragma once

#include "checker/model/run_result.h"

namespace countercheck {

// Bits that add up.
inline constexpr int kExitHolds = 0;
inline constexpr int kExitViolated = 1;      // a rule of severity error, or warning when asked
inline constexpr int kExitUndecided = 2;     // vacuous, undecided, incomplete, or nothing reached
inline constexpr int kExitNotDelivered = 4;  // a result could not be written

// These stand alone: nothing was checked.
inline constexpr int kExitUsage = 64;

inline constexpr int kExitSignalBase = 128;  // plus the number of the signal

// Bits 1 and 2 of a result. The account is checked here: rules selected are rules reported, each
// with one verdict; a result that does not add up is undecided.
[[nodiscard]] int exit_of(const RunResult& result, bool fail_on_warning);

// For `ask`: rows 1, an error 2, no row 0.
[[nodiscard]] int exit_of_ask(const RunResult& result);

}  // namespace countercheck
