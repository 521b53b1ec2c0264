#include "checker/model/run_result.h"

namespace countercheck {

std::map<Verdict, std::uint64_t> count_verdicts(const RunResult& result) {
  std::map<Verdict, std::uint64_t> counts;
  for (const Verdict verdict : kAllVerdicts) {
    counts[verdict] = 0;
  }
  for (const RuleResult& rule : result.rules) {
    ++counts[rule.verdict];
  }
  return counts;
}

}  // namespace countercheck
