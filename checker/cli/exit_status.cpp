#include "checker/cli/exit_status.h"

namespace countercheck {

namespace {

int bits_of(const RuleResult& rule, bool fail_on_warning) {
  const bool counts = rule.severity == Severity::kError || fail_on_warning;
  switch (rule.verdict) {
    case Verdict::kViolated:
      return (counts ? kExitViolated : 0) | (rule.complete ? 0 : kExitUndecided);
    case Verdict::kVacuous:
      return rule.empty_allowed ? 0 : kExitUndecided;
    case Verdict::kUndecided:
      return kExitUndecided;
    case Verdict::kKnown:
    case Verdict::kSkipped:
    case Verdict::kHolds:
      return 0;
  }
  return kExitUndecided;
}

bool is_reached(Verdict verdict) {
  return verdict == Verdict::kHolds || verdict == Verdict::kViolated || verdict == Verdict::kKnown;
}

}  // namespace

int exit_of(const RunResult& result, bool fail_on_warning) {
  int bits = 0;
  bool reached = false;
  std::uint64_t accounted = 0;
  for (const RuleResult& rule : result.rules) {
    bits |= bits_of(rule, fail_on_warning);
    reached = reached || is_reached(rule.verdict);
  }
  for (const auto& [verdict, count] : count_verdicts(result)) {
    accounted += count;
  }
  if (!reached || result.rules.size() != result.selected || accounted != result.selected) {
    bits |= kExitUndecided;
  }
  return bits;
}

int exit_of_ask(const RunResult& result) { return exit_of(result, true); }

}  // namespace countercheck
