// The result for people: aligned tables, the reason for everything that is not `holds`, and the
// overall verdict as the last line.
#pragma once

#include <cstddef>
#include <string>

#include "checker/model/run_result.h"

namespace countercheck {

struct TextOptions {
  bool color = false;
  bool verbose = false;     // also the SQL, parameters and tables of rules that hold
  std::size_t width = 100;  // columns of the terminal; cells are shortened to fit, visibly
};

[[nodiscard]] std::string text_report(const RunResult& result, const TextOptions& options);

}  // namespace countercheck
