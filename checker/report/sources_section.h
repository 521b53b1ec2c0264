// What the text report says of the sources: where they are, how they were read, and everything that
// weakens what was read from them.
#pragma once

#include <string>

#include "checker/model/run_result.h"
#include "checker/report/text_report.h"

namespace countercheck {

[[nodiscard]] std::string sources_section(const RunResult& result, const TextOptions& options);

}  // namespace countercheck
