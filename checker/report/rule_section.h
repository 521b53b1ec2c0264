// What the text report says of one rule.
#pragma once

#include <string>

#include "checker/model/run_result.h"
#include "checker/report/text_report.h"

namespace countercheck {

// True unless the rule holds beyond doubt. A rule that says `holds` and carries a violation, or did
// not run to its end, contradicts itself and is shown as if it did not hold.
[[nodiscard]] bool needs_attention(const RuleResult& rule);

// The rule in full, with its reason, samples and evidence.
[[nodiscard]] std::string rule_section(const RuleResult& rule, const TextOptions& options);

// The rule in one line, for one that holds.
[[nodiscard]] std::string rule_line(const RuleResult& rule, const TextOptions& options);

// What `verbose` adds below a rule that holds.
[[nodiscard]] std::string rule_details(const RuleResult& rule);

}  // namespace countercheck
