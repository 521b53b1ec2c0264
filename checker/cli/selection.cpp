#include "checker/cli/selection.h"

#include <fnmatch.h>

#include <algorithm>
#include <set>
#include <utility>

#include "checker/model/nearest.h"

namespace countercheck {

namespace {

// "billing.x@eu" chooses rule billing.x, whose sources are told apart later.
std::string without_source(const std::string& pattern) {
  return pattern.substr(0, pattern.find('@'));
}

bool matches(const std::string& pattern, const Rule& rule) {
  return fnmatch(without_source(pattern).c_str(), rule.id.c_str(), 0) == 0;
}

bool matches_any(const std::vector<std::string>& patterns, const Rule& rule) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&rule](const std::string& pattern) { return matches(pattern, rule); });
}

// Of a rule on several sources, a pattern such as billing.x@eu excludes one; see run_command.cpp.
bool is_excluded(const std::vector<std::string>& patterns, const Rule& rule) {
  return std::any_of(patterns.begin(), patterns.end(), [&rule](const std::string& pattern) {
    return pattern.find('@') == std::string::npos && matches(pattern, rule);
  });
}

bool has_any_tag(const std::vector<std::string>& tags, const Rule& rule) {
  return std::any_of(tags.begin(), tags.end(), [&rule](const std::string& tag) {
    return std::find(rule.tags.begin(), rule.tags.end(), tag) != rule.tags.end();
  });
}

std::vector<std::string> ids_of(const std::vector<Rule>& rules) {
  std::vector<std::string> ids;
  for (const Rule& rule : rules) {
    ids.push_back(rule.id);
  }
  return ids;
}

std::vector<std::string> tags_of(const std::vector<Rule>& rules) {
  std::set<std::string> tags;
  for (const Rule& rule : rules) {
    tags.insert(rule.tags.begin(), rule.tags.end());
  }
  return {tags.begin(), tags.end()};
}

void check_patterns(const std::vector<std::string>& patterns, const char* what,
                    const std::vector<Rule>& rules, Mistakes& mistakes) {
  for (const std::string& pattern : patterns) {
    const bool found = std::any_of(rules.begin(), rules.end(),
                                   [&pattern](const Rule& rule) { return matches(pattern, rule); });
    if (!found) {
      mistakes.push_back(
          {{}, std::string(what) + "no rule is named " + nearest_hint(pattern, ids_of(rules))});
    }
  }
}

void check_tags(const std::vector<std::string>& tags, const std::vector<Rule>& rules,
                Mistakes& mistakes) {
  const std::vector<std::string> known = tags_of(rules);
  for (const std::string& tag : tags) {
    if (std::find(known.begin(), known.end(), tag) == known.end()) {
      mistakes.push_back({{}, "--tag: no rule has the tag " + nearest_hint(tag, known)});
    }
  }
}

}  // namespace

Result<std::vector<Rule>, Mistakes> select_rules(std::vector<Rule> rules,
                                                 const Selection& selection) {
  Mistakes mistakes;
  check_patterns(selection.patterns, "", rules, mistakes);
  check_patterns(selection.excluded, "--exclude: ", rules, mistakes);
  check_tags(selection.tags, rules, mistakes);
  if (!mistakes.empty()) {
    return mistakes;
  }
  std::vector<Rule> chosen;
  for (Rule& rule : rules) {
    const bool named = selection.patterns.empty() || matches_any(selection.patterns, rule);
    const bool tagged = selection.tags.empty() || has_any_tag(selection.tags, rule);
    if (named && tagged && !is_excluded(selection.excluded, rule)) {
      chosen.push_back(std::move(rule));
    }
  }
  if (chosen.empty()) {
    return Mistakes{{{}, "the selection leaves no rule"}};
  }
  return chosen;
}

}  // namespace countercheck
