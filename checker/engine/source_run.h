// One source from opening to its last look: all rules that read it, on its sessions.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <semaphore>
#include <string>
#include <vector>

#include "checker/engine/engine.h"
#include "checker/engine/preflight.h"
#include "checker/engine/rule_run.h"

namespace countercheck {

class SourceRun {
 public:
  // Everything given outlives the object.
  SourceRun(EngineSource& source, const EngineOptions& options, const Fingerprinter& fingerprinter);

  // Opens the source, judges its freshness and the functions of its rules. After a failure the
  // rules are still given to the result, undecided, by evaluate().
  void open(std::vector<RuleRun*> rules);

  // What only the open database could show about the rule files.
  void preflight(Preflight& findings);

  // Evaluates all rules and looks at the source once more. `slots` bounds how many rules of all
  // sources are under way at once.
  void evaluate(std::counting_semaphore<>& slots, RunObserver& observer);

  [[nodiscard]] const SourceResult& result() const { return result_; }

 private:
  [[nodiscard]] Session* session();  // the first one, made on demand
  void judge_calls_of_rules();
  void read_fresh();
  void work(std::counting_semaphore<>& slots, RunObserver& observer,
            std::unique_ptr<Session> session);
  [[nodiscard]] RuleRun* next_rule();
  void evaluate_one(RuleRun& run, std::unique_ptr<Session>& session);
  void verify_end();
  void doubt_all(const std::string& reason);

  EngineSource& source_;
  const EngineOptions& options_;
  const Fingerprinter& fingerprinter_;
  SourceResult result_;
  SourceFacts facts_;
  std::chrono::steady_clock::time_point opened_{};
  bool usable_ = false;
  std::vector<RuleRun*> rules_;
  std::unique_ptr<Session> first_session_;
  std::mutex mutex_;  // guards next_
  std::size_t next_ = 0;
};

}  // namespace countercheck
