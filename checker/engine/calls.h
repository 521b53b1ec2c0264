// What statements call, judged by the live catalog before any of them is sent.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "adapters/source.h"
#include "checker/plan/plan.h"

namespace countercheck {

// Statements that share one `reads_through`; a forbidden call becomes the statement's problem.
// Nothing happens to statements that have a problem already, nor to those of SQLite, whose
// authorizer judges what they really call.
void judge_calls(const std::vector<PlannedStatement*>& statements,
                 const std::map<std::string, std::string>& reads_through, Source& source);

// The names that the statements call, each once, for one look at the catalog.
[[nodiscard]] std::vector<std::string> names_called(
    const std::vector<PlannedStatement*>& statements);

// As judge_calls(), with what the catalog said of those names.
void judge_calls_by(const Result<std::vector<FunctionFacts>>& catalog,
                    const std::vector<PlannedStatement*>& statements,
                    const std::map<std::string, std::string>& reads_through);

}  // namespace countercheck
