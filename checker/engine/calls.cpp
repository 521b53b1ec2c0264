#include "checker/engine/calls.h"

#include <set>

#include "checker/sql/guard.h"

namespace countercheck {

namespace {

void forbid(PlannedStatement& statement, const SourceError& error) {
  const Place place =
      error.position ? place_of(statement, *error.position) : statement.written.start;
  statement.problem = {error, place};
}

}  // namespace

std::vector<std::string> names_called(const std::vector<PlannedStatement*>& statements) {
  std::set<std::string> names;
  for (const PlannedStatement* statement : statements) {
    for (const FunctionName& function : statement->facts.functions) {
      names.insert(function.name);
    }
  }
  return {names.begin(), names.end()};
}

void judge_calls_by(const Result<std::vector<FunctionFacts>>& catalog,
                    const std::vector<PlannedStatement*>& statements,
                    const std::map<std::string, std::string>& reads_through) {
  for (PlannedStatement* statement : statements) {
    if (statement->problem || statement->facts.functions.empty()) {
      continue;
    }
    const Result<Done> verdict =
        catalog ? judge_functions(statement->facts.functions, catalog.value(), reads_through)
                : Result<Done>(catalog.error());
    if (!verdict) {
      forbid(*statement, verdict.error());
    }
  }
}

void judge_calls(const std::vector<PlannedStatement*>& statements,
                 const std::map<std::string, std::string>& reads_through, Source& source) {
  const std::vector<std::string> names = names_called(statements);
  if (!names.empty()) {
    judge_calls_by(source.functions(names), statements, reads_through);
  }
}

}  // namespace countercheck
