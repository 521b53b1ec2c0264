#include "checker/plan/plan.h"

#include <algorithm>
#include <set>
#include <utility>

#include "checker/plan/statement.h"

namespace countercheck {

namespace {

const char* name_of(Dialect dialect) {
  return dialect == Dialect::kPostgres ? "postgres" : "sqlite";
}

// The columns that the rule file itself names.
std::set<std::string> columns_named_by(const Rule& rule) {
  std::set<std::string> names(rule.key.begin(), rule.key.end());
  names.insert(rule.redact.begin(), rule.redact.end());
  if (rule.impact) {
    names.insert(rule.impact->column);
    if (!rule.impact->unit_column.empty()) {
      names.insert(rule.impact->unit_column);
    }
  }
  return names;
}

class Planner {
 public:
  Planner(const std::map<std::string, Dialect>& dialects, const ParameterContext& context)
      : dialects_(dialects), context_(context) {}

  void plan(const Rule& rule) {
    std::set<Dialect> done;
    for (const std::string& source : rule.sources) {
      const auto found = dialects_.find(source);
      if (found == dialects_.end()) {
        continue;  // check_sources() reports it
      }
      plan_on(rule, source, found->second, done.insert(found->second).second);
    }
  }

  [[nodiscard]] Result<std::vector<PlannedRule>, Mistakes> finish() && {
    std::sort(planned_.begin(), planned_.end(),
              [](const PlannedRule& left, const PlannedRule& right) { return left.id < right.id; });
    if (!mistakes_.empty()) {
      return std::move(mistakes_);
    }
    return std::move(planned_);
  }

 private:
  // Mistakes in one text would repeat for each source of its dialect: `report` is true once.
  void plan_on(const Rule& rule, const std::string& source, Dialect dialect, bool report) {
    Mistakes mistakes;
    PlannedRule planned;
    planned.rule = &rule;
    planned.id = rule.sources_is_array ? rule.id + "@" + source : rule.id;
    planned.source = source;
    planned.dialect = dialect;
    plan_parameters(planned, mistakes);
    DeclaredNames declared;
    for (const ParameterDeclaration& parameter : rule.parameters) {
      declared.names.insert(parameter.name);
    }
    planned.violations = text(planned, rule.violations, "violations", declared, mistakes);
    if (!rule.population.both && !rule.population.postgres && !rule.population.sqlite) {
      planned.population = std::nullopt;  // ad-hoc SQL; the loader demands one of every rule
    } else {
      planned.population = text(planned, rule.population, "population", declared, mistakes);
    }
    check_redacted_impact(rule, mistakes);
    if (rule.evidence) {
      check_clash(rule, mistakes);
      declared.any_name = true;
      planned.evidence = text(planned, *rule.evidence, "evidence", declared, mistakes);
    }
    if (report) {
      mistakes_.insert(mistakes_.end(), mistakes.begin(), mistakes.end());
    }
    planned_.push_back(std::move(planned));
  }

  void plan_parameters(PlannedRule& planned, Mistakes& mistakes) const {
    Result<std::vector<Binding>, Mistakes> bindings =
        resolve_parameters(*planned.rule, planned.dialect, context_);
    if (bindings) {
      planned.parameters = std::move(bindings).value();
    } else {
      mistakes.insert(mistakes.end(), bindings.error().begin(), bindings.error().end());
    }
  }

  static PlannedStatement text(const PlannedRule& planned, const RuleSql& sql, const char* field,
                               const DeclaredNames& declared, Mistakes& mistakes) {
    const SqlText* written = text_for(sql, planned.dialect);
    if (written == nullptr) {
      mistakes.push_back({planned.rule->place, "rule '" + planned.rule->id + "' has no " +
                                                   name_of(planned.dialect) + " text for '" +
                                                   field + "', but its source '" + planned.source +
                                                   "' is " + name_of(planned.dialect)});
      return {};
    }
    return plan_statement(*written, planned.dialect, declared, mistakes);
  }

  // A name that is both a parameter and a column would be read as one where the author meant the
  // other. Columns that only the database knows are looked at once the source is open.
  static void check_clash(const Rule& rule, Mistakes& mistakes) {
    const std::set<std::string> columns = columns_named_by(rule);
    for (const ParameterDeclaration& parameter : rule.parameters) {
      if (columns.contains(parameter.name)) {
        mistakes.push_back({parameter.place, "parameter '" + parameter.name +
                                                 "' has the name of a column of the violation; "
                                                 "rename one of them"});
      }
    }
  }

  // A sum of one violation is that violation's amount.
  static void check_redacted_impact(const Rule& rule, Mistakes& mistakes) {
    if (!rule.impact) {
      return;
    }
    for (const std::string& column : {rule.impact->column, rule.impact->unit_column}) {
      if (std::find(rule.redact.begin(), rule.redact.end(), column) != rule.redact.end()) {
        mistakes.push_back({rule.impact->place, "the impact column '" + column +
                                                    "' cannot be redacted: the sum would show it"});
      }
    }
  }

  const std::map<std::string, Dialect>& dialects_;
  const ParameterContext& context_;
  std::vector<PlannedRule> planned_;
  Mistakes mistakes_;
};

}  // namespace

Result<std::vector<PlannedRule>, Mistakes> plan_rules(
    const std::vector<Rule>& rules, const std::map<std::string, Dialect>& dialects,
    const ParameterContext& context) {
  Planner planner(dialects, context);
  for (const Rule& rule : rules) {
    planner.plan(rule);
  }
  return std::move(planner).finish();
}

}  // namespace countercheck
