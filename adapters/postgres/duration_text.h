// Durations as people write them in a project file: "2h", "10min", "1500ms".
#pragma once

#include <chrono>
#include <string>

namespace countercheck {

[[nodiscard]] inline std::string duration_text(std::chrono::milliseconds time) {
  const auto count = time.count();
  if (count != 0 && count % 3600000 == 0) {
    return std::to_string(count / 3600000) + "h";
  }
  if (count != 0 && count % 60000 == 0) {
    return std::to_string(count / 60000) + "min";
  }
  return count % 1000 == 0 ? std::to_string(count / 1000) + "s" : std::to_string(count) + "ms";
}

}  // namespace countercheck
