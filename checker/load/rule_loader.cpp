#include "checker/load/rule_loader.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "checker/load/rule_file.h"
#include "checker/load/rule_paths.h"
#include "checker/load/tidy_mistakes.h"
#include "checker/model/nearest.h"

namespace countercheck {

namespace {

// ASCII only, as ids are.
std::string folded(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    const bool upper = letter >= 'A' && letter <= 'Z';
    result += upper ? static_cast<char>(letter - 'A' + 'a') : letter;
  }
  return result;
}

// Ids that differ in case only are one id to whoever types or reads them.
void refuse_duplicates(RuleLoad& load) {
  std::map<std::string, const Rule*> first;
  for (const Rule& rule : load.rules) {
    const auto [known, is_new] = first.emplace(folded(rule.id), &rule);
    if (is_new) {
      continue;
    }
    const Rule& other = *known->second;
    const std::string same = other.id == rule.id
                                 ? "there is another rule '" + rule.id + "'"
                                 : "rule '" + rule.id + "' and rule '" + other.id +
                                       "' differ in upper and lower case only; the other is";
    load.mistakes.push_back({rule.place, same + " at " + to_text(other.place)});
  }
}

}  // namespace

Result<std::vector<Rule>, Mistakes> load_rules(const std::vector<std::string>& paths,
                                               const std::vector<Place>& places) {
  RuleLoad load;
  for (const std::string& file : collect_rule_files(paths, places, load.mistakes)) {
    read_rule_file(file, load);
  }
  // Sorting is stable by place, so that of two equal ids the later one is the mistake.
  std::sort(load.rules.begin(), load.rules.end(), [](const Rule& left, const Rule& right) {
    return std::tie(left.id, left.place) < std::tie(right.id, right.place);
  });
  refuse_duplicates(load);
  if (!load.mistakes.empty()) {
    return tidy(std::move(load.mistakes));
  }
  return std::move(load.rules);
}

Mistakes check_sources(const std::vector<Rule>& rules, const std::vector<std::string>& names) {
  Mistakes mistakes;
  for (const Rule& rule : rules) {
    for (const std::string& source : rule.sources) {
      if (std::find(names.begin(), names.end(), source) == names.end()) {
        mistakes.push_back(
            {rule.sources_place,
             "unknown source " + (names.empty() ? "'" + source + "'; name it with --source " +
                                                      source + "=TARGET, or in countercheck.toml"
                                                : nearest_hint(source, names))});
      }
    }
  }
  return tidy(std::move(mistakes));
}

}  // namespace countercheck
