// What stands in an output file while the run is not finished, valid in the file's own format.
#pragma once

#include <string>

namespace countercheck {

enum class ReportFormat { kText, kJson };

// `started` in UTC, ISO 8601.
[[nodiscard]] std::string incomplete_marker(ReportFormat format, const std::string& run_id,
                                            const std::string& started);

// For a run that was refused before it began; `reason` is what stderr was told.
[[nodiscard]] std::string refused_marker(ReportFormat format, const std::string& reason);

}  // namespace countercheck
