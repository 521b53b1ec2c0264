#include "checker/engine/judge.h"

#include "checker/time/time_zone.h"

namespace countercheck {

namespace {

std::string joined(const std::vector<std::string>& first, const std::vector<std::string>& second) {
  std::string text;
  for (const std::vector<std::string>* list : {&first, &second}) {
    for (const std::string& part : *list) {
      text += text.empty() ? part : "; " + part;
    }
  }
  return text;
}

std::string vacuous_reason(const Rule& rule, std::uint64_t population) {
  return "looked at " + std::to_string(population) + (population == 1 ? " row" : " rows") +
         ", which is less than the minimum population of " + std::to_string(rule.min_population);
}

Judgement judge_empty(const Rule& rule, std::uint64_t population,
                      std::chrono::year_month_day today) {
  Judgement judgement;
  judgement.verdict = Verdict::kVacuous;
  judgement.complete = true;
  judgement.reason = vacuous_reason(rule, population);
  if (!rule.allow_empty) {
    return judgement;
  }
  const std::string until = to_text(rule.allow_empty->until);
  if (today <= rule.allow_empty->until) {
    judgement.empty_allowed = true;
    judgement.reason += " (allowed until " + until + ": " + rule.allow_empty->reason + ")";
  } else {
    judgement.reason += " (was allowed until " + until + ", which has passed)";
  }
  return judgement;
}

}  // namespace

Judgement judge(const Rule& rule, const Observation& seen, std::chrono::year_month_day today) {
  Judgement judgement;
  judgement.reason = joined(seen.gaps, seen.doubts);
  judgement.complete = seen.ran_to_its_end && seen.gaps.empty();
  if (seen.violations > 0) {
    judgement.verdict = Verdict::kViolated;
    return judgement;
  }
  if (!judgement.complete || !seen.doubts.empty()) {
    judgement.verdict = Verdict::kUndecided;
    if (judgement.reason.empty()) {
      judgement.reason = "the rule did not run to its end";
    }
    return judgement;
  }
  if (!seen.population_wanted) {
    judgement.verdict = Verdict::kHolds;
    return judgement;
  }
  if (!seen.population) {
    judgement.verdict = Verdict::kUndecided;
    judgement.reason = "the population is not known";
    return judgement;
  }
  if (*seen.population < rule.min_population) {
    return judge_empty(rule, *seen.population, today);
  }
  judgement.verdict = Verdict::kHolds;
  return judgement;
}

std::optional<Judgement> judge_skip(const Rule& rule, std::chrono::year_month_day today) {
  if (!rule.skip) {
    return std::nullopt;
  }
  Judgement judgement;
  const std::string until = to_text(rule.skip->until);
  if (today <= rule.skip->until) {
    judgement.verdict = Verdict::kSkipped;
    judgement.reason = "skipped until " + until + ": " + rule.skip->reason;
  } else {
    judgement.verdict = Verdict::kUndecided;
    judgement.reason = "its skip ended on " + until + " (" + rule.skip->reason +
                       "): remove `skip` or give it a new date";
  }
  return judgement;
}

}  // namespace countercheck
