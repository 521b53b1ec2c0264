#include "checker/engine/preflight.h"

#include <utility>

#include "checker/engine/collector.h"
#include "checker/engine/evidence.h"

namespace countercheck {

namespace {

std::vector<Column> shown_by_text(const std::vector<std::string>& names) {
  std::vector<Column> columns;
  for (const std::string& name : names) {
    columns.push_back({name, "", 0});
  }
  return columns;
}

}  // namespace

bool needs_preflight(const PlannedRule& rule) {
  const Rule& written = *rule.rule;
  return !rule.violations.problem &&
         (rule.evidence || !written.key.empty() || written.impact || !written.redact.empty());
}

void preflight_rule(const PlannedRule& rule, Session& session, const QueryLimits& limits,
                    Preflight& findings) {
  std::vector<Column> columns;
  if (rule.violations.facts.columns) {
    columns = shown_by_text(*rule.violations.facts.columns);
  } else {
    Result<std::vector<Column>> described =
        session.describe(bind_parameters(rule.violations, rule.parameters), limits);
    if (!described) {
      findings.all_known = false;
      return;
    }
    columns = std::move(described).value();
  }
  for (const Column& column : columns) {
    findings.columns.insert(column.name);
  }
  const Result<ColumnPositions, std::string> found = find_columns(*rule.rule, columns, {});
  if (!found) {
    findings.mistakes.push_back(
        {rule.rule->place, "rule '" + rule.rule->id + "': " + found.error()});
  }
  const std::string names = check_evidence_names(rule, columns);
  if (!names.empty()) {
    findings.mistakes.push_back({rule.rule->place, "rule '" + rule.rule->id + "': " + names});
  }
}

}  // namespace countercheck
