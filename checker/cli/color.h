// Whether a stream gets colours.
#pragma once

#include "checker/cli/arguments.h"

namespace countercheck {

// With `auto` a terminal does, unless NO_COLOR is set to anything but nothing.
[[nodiscard]] bool wants_color(When color, int descriptor);

}  // namespace countercheck
