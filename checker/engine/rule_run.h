// Evaluates one rule on one session: population, violations, evidence.
#pragma once

#include <string>
#include <vector>

#include "adapters/source.h"
#include "checker/engine/engine.h"
#include "checker/engine/fingerprint.h"
#include "checker/engine/judge.h"
#include "checker/model/run_result.h"
#include "checker/plan/plan.h"

namespace countercheck {

// A rule under way: judged for good only when the end of its source was looked at.
struct RuleRun {
  PlannedRule* rule = nullptr;  // not owned
  RuleResult result;
  Observation seen;
  std::vector<Relation> reads;
  bool session_lost = false;  // the session it ran on is of no more use
  std::string corruption;     // damage that a statement met in the database; "" for none
};

struct RuleRunContext {
  const EngineOptions* options = nullptr;
  const EngineSource* source = nullptr;
  const Fingerprinter* fingerprinter = nullptr;
};

// The time limit of each statement of a rule.
[[nodiscard]] QueryLimits limits_of(const PlannedRule& rule, const RuleRunContext& context);

// The result of a rule before anything was asked: undecided, with everything that is known.
[[nodiscard]] RuleRun begin_rule(PlannedRule& rule);

// "file:line:column: message" of an error in a statement of the rule, named by its field.
[[nodiscard]] std::string explain(const PlannedStatement& statement, const std::string& field,
                                  const SourceError& error);

void evaluate_rule(RuleRun& run, const RuleRunContext& context, Session& session);

// Fills in the verdict from everything seen.
void finish_rule(RuleRun& run, std::chrono::year_month_day today);

}  // namespace countercheck
