#include "checker/cli/environment.h"

#include <cstdlib>

namespace countercheck {

Result<std::string, Mistakes> expand_environment(const std::string& text) {
  std::string expanded;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t start = text.find("${", at);
    if (start == std::string::npos) {
      break;
    }
    const std::size_t end = text.find('}', start);
    if (end == std::string::npos) {
      return Mistakes{{{}, "a ${ without its }"}};
    }
    const std::string name = text.substr(start + 2, end - start - 2);
    const char* value = std::getenv(name.c_str());
    if (value == nullptr) {
      return Mistakes{{{}, "the environment variable " + name + " is not set"}};
    }
    expanded += text.substr(at, start - at);
    expanded += value;
    at = end + 1;
  }
  return expanded + text.substr(at);
}

}  // namespace countercheck
