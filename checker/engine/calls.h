// What statements call, judged by the live catalog before any of them is sent.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "adapters/source.h"
#include "checker/plan/plan.h"

namespace countercheck {

// What the live catalog says of everything that some statements call: asked once for all of them.
class CallCatalog {
 public:
  // Asks nothing when the statements call nothing, as those of SQLite, whose authorizer judges what
  // they really call. The statements are only looked at.
  CallCatalog(const std::vector<PlannedStatement*>& statements, Source& source);

  // Judges statements that share one `reads_through`; a forbidden function or operator becomes the
  // statement's problem. Nothing happens to statements that have a problem already.
  void judge(const std::vector<PlannedStatement*>& statements,
             const std::map<std::string, std::string>& reads_through) const;

 private:
  [[nodiscard]] Result<Done> judge_one(
      const PlannedStatement& statement,
      const std::map<std::string, std::string>& reads_through) const;

  Result<std::vector<FunctionFacts>> functions_ = std::vector<FunctionFacts>{};
  Result<std::vector<std::string>> operators_ = std::vector<std::string>{};
};

}  // namespace countercheck
