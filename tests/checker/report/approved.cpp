#include "tests/checker/report/approved.h"

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string_view>
#include <vector>

namespace countercheck::test {

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  return lines;
}

}  // namespace

std::string first_difference(const std::string& approved, const std::string& output) {
  if (approved == output) {
    return "";
  }
  const std::vector<std::string> left = lines_of(approved);
  const std::vector<std::string> right = lines_of(output);
  std::size_t at = 0;
  while (at < left.size() && at < right.size() && left[at] == right[at]) {
    ++at;
  }
  const std::string none = "(no such line, or only the newline at the end differs)";
  return "line " + std::to_string(at + 1) +
         "\n  approved: " + (at < left.size() ? left[at] : none) +
         "\n  now:      " + (at < right.size() ? right[at] : none);
}

std::string difference_from_file(const std::string& path, const std::string& output) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return "there is no approved file " + path;
  }
  std::ostringstream approved;
  approved << file.rdbuf();
  return first_difference(approved.str(), output);
}

std::string difference_from_approved(const std::string& name, const std::string& output) {
  const std::string path = std::string(COUNTERCHECK_APPROVED_DIR) + "/" + name;
  const char* const approve = std::getenv("COUNTERCHECK_APPROVE");
  if (approve != nullptr && std::string_view(approve) == "1") {
    std::ofstream file(path, std::ios::binary);
    file << output;
    return file.flush() ? "" : "cannot write " + path;
  }
  return difference_from_file(path, output);
}

}  // namespace countercheck::test
