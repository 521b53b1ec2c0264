// ${NAME} in project files, read when it is needed.
#pragma once

#include <string>

#include "adapters/result.h"
#include "checker/model/mistake.h"

namespace countercheck {

// The text with every ${NAME} replaced by that variable, which must be set. The error names the
// variable and never a value.
[[nodiscard]] Result<std::string, Mistakes> expand_environment(const std::string& text);

}  // namespace countercheck
