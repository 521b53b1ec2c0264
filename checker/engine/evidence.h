// Fetches the raw rows behind one sample.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "adapters/source.h"
#include "checker/engine/collector.h"
#include "checker/engine/fingerprint.h"
#include "checker/model/run_result.h"
#include "checker/plan/plan.h"

namespace countercheck {

// What evidence is fetched with; everything pointed to outlives the call.
struct EvidenceContext {
  const PlannedRule* rule = nullptr;
  const std::vector<Column>* columns = nullptr;  // of the violations
  const Fingerprinter* fingerprinter = nullptr;
  const Source* source = nullptr;
  QueryLimits limits;
};

// Which placeholders of the evidence are neither a column of the violations nor a parameter, or
// both at once; "" when each is exactly one of them.
[[nodiscard]] std::string check_evidence_names(const PlannedRule& rule,
                                               const std::vector<Column>& columns);

// The message of an error as it may be shown: words about rows quote values ("invalid input syntax
// for type integer: …"), so they are withheld where the rule redacts.
[[nodiscard]] std::string shown_message(const Rule& rule, const SourceError& error);

struct FetchedEvidence {
  EvidenceResult result;  // a failure is told in its `reason`
  std::vector<Relation> reads;
  bool session_lost = false;
};

// Runs the evidence of one sample.
[[nodiscard]] FetchedEvidence fetch_evidence(const EvidenceContext& context,
                                             const SampleRow& sample, Session& session);

}  // namespace countercheck
