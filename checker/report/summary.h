// The last lines of the text report: the account of all rules, and the overall verdict.
#pragma once

#include <string>

#include "checker/model/run_result.h"
#include "checker/report/text_report.h"

namespace countercheck {

// Two lines: rules selected = sum over verdicts, then the word for the whole run with the exit
// status. HOLDS is said only if the exit status and the rules themselves both say so.
[[nodiscard]] std::string summary_section(const RunResult& result, const TextOptions& options);

}  // namespace countercheck
