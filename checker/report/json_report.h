// The result document, "countercheck.result/1".
#pragma once

#include <string>

#include "checker/model/run_result.h"

namespace countercheck {

[[nodiscard]] std::string json_report(const RunResult& result);

}  // namespace countercheck
