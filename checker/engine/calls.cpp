#include "checker/engine/calls.h"

#include <set>

#include "checker/sql/guard.h"

namespace countercheck {

CallCatalog::CallCatalog(const std::vector<PlannedStatement*>& statements, Source& source) {
  std::set<std::string> names;
  bool uses_operators = false;
  for (const PlannedStatement* statement : statements) {
    for (const FunctionName& function : statement->facts.functions) {
      names.insert(function.name);
    }
    uses_operators = uses_operators || !statement->facts.operators.empty();
  }
  if (!names.empty()) {
    functions_ = source.functions(std::vector<std::string>(names.begin(), names.end()));
  }
  if (uses_operators) {
    operators_ = source.user_operators();
  }
}

Result<Done> CallCatalog::judge_one(const PlannedStatement& statement,
                                    const std::map<std::string, std::string>& reads_through) const {
  const StatementFacts& facts = statement.facts;
  if (!facts.functions.empty()) {
    Result<Done> judged = functions_
                              ? judge_functions(facts.functions, functions_.value(), reads_through)
                              : Result<Done>(functions_.error());
    if (!judged) {
      return judged;
    }
  }
  if (facts.operators.empty()) {
    return Done{};
  }
  return operators_ ? judge_operators(facts.operators, operators_.value(), reads_through)
                    : Result<Done>(operators_.error());
}

void CallCatalog::judge(const std::vector<PlannedStatement*>& statements,
                        const std::map<std::string, std::string>& reads_through) const {
  for (PlannedStatement* statement : statements) {
    if (statement->problem) {
      continue;
    }
    const Result<Done> judged = judge_one(*statement, reads_through);
    if (!judged) {
      const SourceError& error = judged.error();
      const Place place =
          error.position ? place_of(*statement, *error.position) : statement->written.start;
      statement->problem = {error, place};
    }
  }
}

}  // namespace countercheck
