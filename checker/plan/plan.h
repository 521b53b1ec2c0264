// From rules as written to statements ready to be sent: one planned rule per rule and source, with
// parameters resolved, placeholders found by the database's own lexer and Postgres text guarded.
//
// Two kinds of trouble come out of planning. A mistake in the files (an undeclared placeholder, a
// value that is missing) refuses the whole run. A text that the engine or the guard rejects
// belongs to its rule alone, which is then undecided.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "adapters/source.h"
#include "checker/model/rule.h"
#include "checker/sql/guard.h"
#include "checker/sql/placeholders.h"
#include "checker/time/parameters.h"

namespace countercheck {

// Why a statement is not sent, with the place in the user's file.
struct StatementProblem {
  SourceError error;
  Place place;
};

struct PlannedStatement {
  SqlText written;
  RewrittenSql sent;                      // the text that goes to the engine, with its offset map
  std::vector<std::string> placeholders;  // names in the text, each once
  StatementFacts facts;                   // Postgres only
  std::optional<StatementProblem> problem;
};

struct PlannedRule {
  const Rule* rule = nullptr;  // not owned; outlives the plan
  std::string id;              // with "@source" when the rule names several
  std::string source;
  Dialect dialect = Dialect::kSqlite;
  PlannedStatement violations;
  std::optional<PlannedStatement> population;  // absent for ad-hoc SQL only
  std::optional<PlannedStatement> evidence;
  std::vector<Binding> parameters;  // in the order of declaration
};

// The bindings of a statement whose placeholders are all parameters.
[[nodiscard]] Query bind_parameters(const PlannedStatement& statement,
                                    const std::vector<Binding>& parameters);

// The place in the user's file of an offset in the text that was sent.
[[nodiscard]] Place place_of(const PlannedStatement& statement, std::size_t sent_offset);

// `dialects` has the dialect of each source that exists. The plan is sorted by id.
[[nodiscard]] Result<std::vector<PlannedRule>, Mistakes> plan_rules(
    const std::vector<Rule>& rules, const std::map<std::string, Dialect>& dialects,
    const ParameterContext& context);

// A statement without parameters, for texts outside of rules (`fresh`).
[[nodiscard]] Result<PlannedStatement, Mistakes> plan_fixed(const SqlText& sql, Dialect dialect);

}  // namespace countercheck
