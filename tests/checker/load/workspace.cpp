#include "tests/checker/load/workspace.h"

#include <stdlib.h>

#include <fstream>
#include <stdexcept>
#include <system_error>

#include "checker/load/tidy_mistakes.h"
#include "tests/support/catch.h"

namespace countercheck::test {

namespace fs = std::filesystem;

Workspace::Workspace() {
  std::string pattern = (fs::temp_directory_path() / "countercheck-load-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr) {
    throw std::runtime_error("no folder for the test's files");
  }
  root_ = pattern;
}

Workspace::~Workspace() {
  std::error_code failure;
  fs::remove_all(root_, failure);
}

std::string Workspace::write(const std::string& name, const std::string& text) const {
  const fs::path path = root_ / name;
  fs::create_directories(path.parent_path());
  std::ofstream output(path, std::ios::binary);
  output << text;
  if (!output.flush()) {
    throw std::runtime_error("cannot write " + path.string());
  }
  return path.string();
}

std::string sound_rule(const std::string& name) {
  return "[rule." + name +
         "]\n"
         "title = \"One charge per date\"\n"
         "source = \"billing\"\n"
         "blind_spots = \"Other line items.\"\n"
         "violations = 'SELECT account_id FROM charges'\n"
         "population = 'SELECT count(*) FROM charges'\n";
}

std::string listed(const Mistakes& mistakes) {
  std::string text;
  for (const Mistake& mistake : mistakes) {
    text += to_text(mistake) + "\n";
  }
  return text;
}

std::string refusal_of(const std::string& text) {
  RuleLoad load;
  read_rule_text("rules/billing.toml", text, load);
  return listed(tidy(load.mistakes));
}

std::string refusal_with(const std::string& lines) { return refusal_of(sound_rule("x") + lines); }

Rule accepted(const std::string& text) {
  RuleLoad load;
  read_rule_text("rules/billing.toml", text, load);
  INFO(listed(load.mistakes));
  REQUIRE(load.mistakes.empty());
  REQUIRE(load.rules.size() == 1);
  return load.rules.front();
}

Rule accepted_with(const std::string& lines) { return accepted(sound_rule("x") + lines); }

std::string refusal_of_paths(const std::vector<std::string>& paths) {
  const auto rules = load_rules(paths, {});
  return rules ? "" : listed(rules.error());
}

}  // namespace countercheck::test
