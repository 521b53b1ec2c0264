#include "checker/engine/preflight.h"

#include <algorithm>
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

bool has_column(const std::vector<Column>& columns, const std::string& name) {
  return std::any_of(columns.begin(), columns.end(),
                     [&name](const Column& column) { return is_same_name(column.name, name); });
}

struct Asking {
  Session& session;
  const QueryLimits& limits;
};

// A name that is no column of the violations must be one of the evidence, or nothing is redacted.
void check_redacted(const PlannedRule& rule, const std::vector<Column>& columns,
                    const Asking& asking, Preflight& findings) {
  for (const std::string& name : rule.rule->redact) {
    if (has_column(columns, name) || !rule.evidence || rule.evidence->problem) {
      continue;
    }
    std::vector<Binding> unknown = rule.parameters;
    for (const std::string& placeholder : rule.evidence->placeholders) {
      unknown.push_back({placeholder, BindType::kColumn, 0, null_value()});
    }
    const Result<std::vector<Column>> evidence =
        asking.session.describe(bind_parameters(*rule.evidence, unknown), asking.limits);
    if (evidence && !has_column(evidence.value(), name)) {
      findings.mistakes.push_back(
          {rule.rule->place, "rule '" + rule.rule->id +
                                 "': redact: neither the violations nor the "
                                 "evidence have a column '" +
                                 name + "'"});
    }
  }
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
  check_redacted(rule, columns, {session, limits}, findings);
  const std::string names = check_evidence_names(rule, columns);
  if (!names.empty()) {
    findings.mistakes.push_back({rule.rule->place, "rule '" + rule.rule->id + "': " + names});
  }
}

}  // namespace countercheck
