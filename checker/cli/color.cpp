#include "checker/cli/color.h"

#include <unistd.h>

#include <cstdlib>

namespace countercheck {

bool wants_color(When color, int descriptor) {
  switch (color) {
    case When::kAlways:
      return true;
    case When::kNever:
      return false;
    case When::kAuto:
      break;
  }
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(descriptor) != 0 && (no_color == nullptr || *no_color == '\0');
}

}  // namespace countercheck
