#include "checker/report/text_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "checker/report/characters.h"
#include "checker/report/rule_section.h"
#include "checker/report/sources_section.h"
#include "checker/report/summary.h"

namespace countercheck {

namespace {

std::string headline(const RunFacts& run) {
  return fmt::format("countercheck {}, {}run {}, as of {} ({})\n", visible_line(run.version),
                     run.ad_hoc ? "ad hoc " : "", visible_line(run.id), visible_line(run.as_of),
                     visible_line(run.time_zone));
}

std::string times(const RunFacts& run) {
  return fmt::format("started {}, finished {}, on {}\n", visible_line(run.started),
                     visible_line(run.finished), visible_line(run.host));
}

// What needs action first: money before doubt, doubt before what was accepted in writing.
int rank(const RuleResult& rule) {
  switch (rule.verdict) {
    case Verdict::kViolated:
      return rule.severity == Severity::kError ? 0 : 1;
    case Verdict::kUndecided:
      return 2;
    case Verdict::kVacuous:
      return rule.empty_allowed ? 4 : 3;
    case Verdict::kKnown:
      return 5;
    case Verdict::kSkipped:
      return 6;
    case Verdict::kHolds:
      // Only a result that contradicts itself is ranked.
      return 2;
  }
  return 2;
}

std::vector<const RuleResult*> attention_first(const RunResult& result) {
  std::vector<const RuleResult*> rules;
  for (const RuleResult& rule : result.rules) {
    if (needs_attention(rule)) {
      rules.push_back(&rule);
    }
  }
  std::stable_sort(rules.begin(), rules.end(), [](const RuleResult* left, const RuleResult* right) {
    return rank(*left) < rank(*right);
  });
  return rules;
}

std::string holding(const RunResult& result, const TextOptions& options) {
  std::string out;
  for (const RuleResult& rule : result.rules) {
    if (!needs_attention(rule)) {
      out += rule_line(rule, options);
      out += options.verbose ? rule_details(rule) : "";
    }
  }
  return out.empty() ? out : out + '\n';
}

}  // namespace

std::string text_report(const RunResult& result, const TextOptions& options) {
  std::string out = headline(result.run);
  out += options.verbose ? times(result.run) : "";
  out += sources_section(result, options) + '\n';
  for (const RuleResult* rule : attention_first(result)) {
    out += rule_section(*rule, options) + '\n';
  }
  out += holding(result, options);
  return out + summary_section(result, options);
}

}  // namespace countercheck
