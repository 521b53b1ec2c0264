// The samples of one rule and the evidence behind them, for the text report.
#pragma once

#include <string>

#include "checker/model/run_result.h"
#include "checker/report/text_report.h"

namespace countercheck {

// "" for a rule without samples.
[[nodiscard]] std::string samples_section(const RuleResult& rule, const TextOptions& options);

// A shell command as one line that may be pasted: hidden characters, newlines among them, are
// written as bash's $'…' does, so that no value in it can act on the terminal.
[[nodiscard]] std::string pasteable(const std::string& command);

}  // namespace countercheck
