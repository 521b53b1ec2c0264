#include "checker/report/summary.h"

#include <string>
#include <vector>

#include "tests/checker/report/sample_runs.h"
#include "tests/support/catch.h"

namespace countercheck::test {

namespace {

RuleResult rule_with(Verdict verdict, Severity severity = Severity::kError) {
  RuleResult rule = holding_rule("a.b");
  rule.verdict = verdict;
  rule.severity = severity;
  rule.violations = verdict == Verdict::kViolated ? 1 : 0;
  return rule;
}

std::string last_line(const RunResult& result) {
  std::string text = summary_section(result, {});
  text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

std::string last_line(const std::vector<RuleResult>& rules, int exit) {
  return last_line(run_of(rules, exit));
}

}  // namespace

TEST_CASE("the account names every verdict and what was selected", "[report]") {
  CHECK_THAT(summary_section(whole_run(), {}),
             contains("8 rules selected: 2 violated, 1 known, 2 vacuous, 1 undecided, 1 skipped, "
                      "1 holds\n"));
}

TEST_CASE("a run in which every rule holds says HOLDS", "[report]") {
  CHECK(last_line({rule_with(Verdict::kHolds), rule_with(Verdict::kHolds)}, 0) ==
        "HOLDS: 2 of 2 rules; exit status 0");
}

TEST_CASE("warnings, known and skipped rules are named and a warning is the first word",
          "[report]") {
  RuleResult allowed = rule_with(Verdict::kVacuous);
  allowed.empty_allowed = true;
  CHECK(last_line(
            {rule_with(Verdict::kHolds), rule_with(Verdict::kKnown), rule_with(Verdict::kSkipped),
             rule_with(Verdict::kViolated, Severity::kWarning), allowed},
            0) ==
        "WARNING: 1 of 5 rules holds, 1 warning violated, 1 vacuous as allowed, 1 known, 1 "
        "skipped; exit "
        "status 0");
}

TEST_CASE("a violated rule comes before all doubt", "[report]") {
  CHECK(last_line({rule_with(Verdict::kViolated), rule_with(Verdict::kUndecided),
                   rule_with(Verdict::kUndecided), rule_with(Verdict::kHolds)},
                  3) == "VIOLATED: 1 of 4 rules, 2 undecided; exit status 3");
}

TEST_CASE("warnings that count are named as such", "[report]") {
  CHECK(last_line({rule_with(Verdict::kViolated, Severity::kWarning), rule_with(Verdict::kHolds)},
                  1) == "VIOLATED: 1 of 2 rules, warnings that count; exit status 1");
}

TEST_CASE("a rule without an answer makes the run UNDECIDED", "[report]") {
  CHECK(last_line({rule_with(Verdict::kHolds), rule_with(Verdict::kUndecided),
                   rule_with(Verdict::kVacuous)},
                  2) == "UNDECIDED: 2 of 3 rules, 1 undecided, 1 vacuous; exit status 2");
}

TEST_CASE("a warning that broke off makes the run UNDECIDED", "[report]") {
  RuleResult rule = rule_with(Verdict::kViolated, Severity::kWarning);
  rule.complete = false;
  CHECK(last_line({rule, rule_with(Verdict::kHolds)}, 2) ==
        "UNDECIDED: 1 of 2 rules, 1 warning violated, 1 violated and incomplete; exit status 2");
}

TEST_CASE("a run that reached no answer is not green", "[report]") {
  CHECK(last_line({rule_with(Verdict::kSkipped)}, 2) ==
        "UNDECIDED: 0 of 1 rule, 1 skipped, no rule reached an answer; exit status 2");
  CHECK_THAT(last_line({rule_with(Verdict::kSkipped)}, 0), contains("UNDECIDED"));
  CHECK_THAT(last_line(std::vector<RuleResult>{}, 0), contains("UNDECIDED"));
}

TEST_CASE("HOLDS needs both the exit status and the rules", "[report]") {
  CHECK_THAT(last_line({rule_with(Verdict::kHolds)}, 2), contains("UNDECIDED"));
  CHECK_THAT(last_line({rule_with(Verdict::kHolds), rule_with(Verdict::kUndecided)}, 0),
             contains("UNDECIDED"));
  CHECK_THAT(last_line({rule_with(Verdict::kHolds), rule_with(Verdict::kVacuous)}, 0),
             contains("UNDECIDED"));
  CHECK_THAT(last_line({rule_with(Verdict::kHolds), rule_with(Verdict::kViolated)}, 0),
             contains("VIOLATED"));
  CHECK_THAT(last_line({rule_with(Verdict::kHolds)}, -1), contains("UNDECIDED"));
}

TEST_CASE("a rule that holds and has a violation or broke off is not counted", "[report]") {
  RuleResult rule = rule_with(Verdict::kHolds);
  rule.violations = 1;
  CHECK_THAT(last_line({rule}, 0), contains("UNDECIDED: 1 of 1 rule, 1 contradicting itself"));
  rule.violations = 0;
  rule.complete = false;
  CHECK_THAT(last_line({rule}, 0), contains("UNDECIDED"));
}

TEST_CASE("rules that got lost are named and forbid HOLDS", "[report]") {
  RunResult result = run_of({rule_with(Verdict::kHolds)}, 0);
  result.selected = 2;
  CHECK_THAT(summary_section(result, {}),
             contains("these add up to 1, so this account is wrong\n"));
  CHECK_THAT(last_line(result), contains("UNDECIDED"));
}

TEST_CASE("an interrupted run says so last", "[report]") {
  RunResult result = run_of({rule_with(Verdict::kViolated), rule_with(Verdict::kUndecided)}, 130);
  result.run.interrupted = "SIGINT";
  CHECK(last_line(result) ==
        "INTERRUPTED by SIGINT: 1 of 2 rules violated, 1 undecided; exit status 130");
}

}  // namespace countercheck::test
