// From what was seen of a rule to its verdict: pure, so that every combination can be tested.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "checker/model/rule.h"
#include "checker/model/verdict.h"

namespace countercheck {

// Everything that was seen of one rule.
struct Observation {
  std::uint64_t violations = 0;
  bool ran_to_its_end = false;              // the violations query
  std::optional<std::uint64_t> population;  // absent: not known
  bool population_wanted = true;            // false for ad-hoc SQL
  // Why the answer is not to be trusted or not there: errors, blindness, staleness, a table that
  // changed. Any of these forbids `holds`.
  std::vector<std::string> doubts;
  // Doubts that also mean that the count may be too low.
  std::vector<std::string> gaps;
};

struct Judgement {
  Verdict verdict = Verdict::kUndecided;
  bool complete = false;
  bool empty_allowed = false;
  std::string reason;
};

[[nodiscard]] Judgement judge(const Rule& rule, const Observation& seen,
                              std::chrono::year_month_day today);

// The judgement of a rule that is switched off, or absent when it is not.
[[nodiscard]] std::optional<Judgement> judge_skip(const Rule& rule,
                                                  std::chrono::year_month_day today);

}  // namespace countercheck
