#include "checker/load/tidy_mistakes.h"

#include <algorithm>

namespace countercheck {

Mistakes tidy(Mistakes mistakes) {
  std::sort(mistakes.begin(), mistakes.end());
  mistakes.erase(std::unique(mistakes.begin(), mistakes.end()), mistakes.end());
  return mistakes;
}

}  // namespace countercheck
