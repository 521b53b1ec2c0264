// The order in which mistakes are shown.
#pragma once

#include "checker/model/mistake.h"

namespace countercheck {

// By file and line, each once.
[[nodiscard]] Mistakes tidy(Mistakes mistakes);

}  // namespace countercheck
