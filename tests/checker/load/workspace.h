// A private folder for the files of one test, gone when the test ends, and short ways to load text.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "checker/load/project_loader.h"
#include "checker/load/rule_file.h"
#include "checker/load/rule_loader.h"
#include "checker/model/mistake.h"

namespace countercheck::test {

class Workspace {
 public:
  Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace();

  // Writes a file, with the folders on the way, and returns its whole path.
  std::string write(const std::string& name, const std::string& text) const;

  [[nodiscard]] std::string path(const std::string& name) const { return (root_ / name).string(); }

 private:
  std::filesystem::path root_;
};

// A sound rule with every required key, to which a test adds lines.
[[nodiscard]] std::string sound_rule(const std::string& name);

// What the text of rules/billing.toml is refused for, one message a line; "" when it is accepted.
[[nodiscard]] std::string refusal_of(const std::string& text);

// The same for a sound rule with more lines in it; the first of them is line 7.
[[nodiscard]] std::string refusal_with(const std::string& lines);

// The only rule of a text that must be accepted.
[[nodiscard]] Rule accepted(const std::string& text);
[[nodiscard]] Rule accepted_with(const std::string& lines);

// One message a line.
[[nodiscard]] std::string listed(const Mistakes& mistakes);

// What loading these paths is refused for.
[[nodiscard]] std::string refusal_of_paths(const std::vector<std::string>& paths);

}  // namespace countercheck::test
