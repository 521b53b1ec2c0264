#include "checker/engine/judge.h"

#include <chrono>

#include "tests/support/catch.h"

using countercheck::Judgement;
using countercheck::Observation;
using countercheck::Rule;
using countercheck::Verdict;
using countercheck::test::contains;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::year_month_day kToday = 2026y / 11 / 29;

Observation all_is_well() {
  Observation seen;
  seen.ran_to_its_end = true;
  seen.population = 12;
  return seen;
}

}  // namespace

TEST_CASE("a rule of which nothing was seen is undecided", "[engine]") {
  const Judgement judgement = judge(Rule{}, Observation{}, kToday);
  CHECK(judgement.verdict == Verdict::kUndecided);
  CHECK_FALSE(judgement.complete);
  CHECK_FALSE(judgement.reason.empty());
}

TEST_CASE("holds needs an end and a population and no doubt", "[engine]") {
  CHECK(judge(Rule{}, all_is_well(), kToday).verdict == Verdict::kHolds);

  Observation no_end = all_is_well();
  no_end.ran_to_its_end = false;
  CHECK(judge(Rule{}, no_end, kToday).verdict == Verdict::kUndecided);

  Observation no_population = all_is_well();
  no_population.population.reset();
  CHECK(judge(Rule{}, no_population, kToday).verdict == Verdict::kUndecided);

  Observation doubtful = all_is_well();
  doubtful.doubts = {"the source is stale"};
  const Judgement judgement = judge(Rule{}, doubtful, kToday);
  CHECK(judgement.verdict == Verdict::kUndecided);
  CHECK(judgement.reason == "the source is stale");
}

TEST_CASE("a violation seen stays one whatever came after", "[engine]") {
  Observation broken_off;
  broken_off.violations = 3;
  broken_off.gaps = {"the connection was lost"};
  const Judgement judgement = judge(Rule{}, broken_off, kToday);
  CHECK(judgement.verdict == Verdict::kViolated);
  CHECK_FALSE(judgement.complete);
  CHECK(judgement.reason == "the connection was lost");
}

TEST_CASE("FB-005: fewer rows than the minimum population is vacuous", "[engine]") {
  Observation empty = all_is_well();
  empty.population = 0;
  const Judgement judgement = judge(Rule{}, empty, kToday);
  CHECK(judgement.verdict == Verdict::kVacuous);
  CHECK_FALSE(judgement.empty_allowed);
  CHECK_THAT(judgement.reason, contains("looked at 0 rows"));

  Rule demanding;
  demanding.min_population = 13;
  CHECK(judge(demanding, all_is_well(), kToday).verdict == Verdict::kVacuous);
  demanding.min_population = 12;
  CHECK(judge(demanding, all_is_well(), kToday).verdict == Verdict::kHolds);
}

TEST_CASE("an empty table is allowed in writing up to and including its day", "[engine]") {
  Rule rule;
  rule.allow_empty = countercheck::Exemption{"not launched", kToday, {}};
  Observation empty = all_is_well();
  empty.population = 0;
  CHECK(judge(rule, empty, kToday).empty_allowed);
  CHECK(judge(rule, empty, kToday).verdict == Verdict::kVacuous);
  const auto tomorrow =
      std::chrono::year_month_day(std::chrono::sys_days(kToday) + std::chrono::days(1));
  CHECK_FALSE(judge(rule, empty, tomorrow).empty_allowed);
  CHECK_THAT(judge(rule, empty, tomorrow).reason, contains("has passed"));
}

TEST_CASE("a skipped rule comes back by itself", "[engine]") {
  Rule rule;
  CHECK_FALSE(judge_skip(rule, kToday).has_value());
  rule.skip = countercheck::Exemption{"being rewritten", kToday, {}};
  CHECK(judge_skip(rule, kToday)->verdict == Verdict::kSkipped);
  const auto tomorrow =
      std::chrono::year_month_day(std::chrono::sys_days(kToday) + std::chrono::days(1));
  const Judgement late = *judge_skip(rule, tomorrow);
  CHECK(late.verdict == Verdict::kUndecided);
  CHECK_THAT(late.reason, contains("being rewritten"));
}
