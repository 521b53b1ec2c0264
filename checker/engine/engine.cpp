#include "checker/engine/engine.h"

#include <algorithm>
#include <deque>
#include <semaphore>
#include <thread>
#include <utility>

#include "checker/engine/fingerprint.h"
#include "checker/engine/preflight.h"
#include "checker/engine/source_run.h"
#include "checker/model/nearest.h"

namespace countercheck {

namespace {

constexpr std::ptrdiff_t kJobsMax = 1024;

// The rules of one run, sorted out by what happens to them.
class Run {
 public:
  Run(std::vector<PlannedRule>& plan, std::vector<EngineSource>& sources,
      const EngineOptions& options)
      : options_(options),
        today_(options.zone.day_of(options.now)),
        fingerprinter_(options.fingerprint_key) {
    for (PlannedRule& rule : plan) {
      runs_.push_back(begin_rule(rule));
    }
    for (EngineSource& source : sources) {
      add_source(source);
    }
  }

  Mistakes open(RunObserver& observer) {
    Preflight findings;
    for (Entry& entry : sources_) {
      entry.source.open(entry.rules);
      observer.source_opened(entry.source.result());
      entry.source.preflight(findings);
    }
    Mistakes mistakes = std::move(findings.mistakes);
    for (const auto& [name, value] : options_.shown_keys) {
      if (findings.all_known && !findings.columns.contains(name)) {
        const std::vector<std::string> known(findings.columns.begin(), findings.columns.end());
        mistakes.push_back(
            {{}, "--key: no selected rule returns a column " + nearest_hint(name, known)});
      }
    }
    std::sort(mistakes.begin(), mistakes.end());
    mistakes.erase(std::unique(mistakes.begin(), mistakes.end()), mistakes.end());
    return mistakes;
  }

  void evaluate(RunObserver& observer) {
    const auto jobs = options_.jobs == 0 ? kJobsMax : static_cast<std::ptrdiff_t>(options_.jobs);
    std::counting_semaphore<> slots(std::min(jobs, kJobsMax));
    std::vector<std::thread> threads;
    for (Entry& entry : sources_) {
      threads.emplace_back([&entry, &slots, &observer] { entry.source.evaluate(slots, observer); });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
  }

  RunResult finish(RunObserver& observer) {
    RunResult result;
    result.selected = runs_.size();
    for (RuleRun& run : runs_) {
      if (const std::optional<Judgement> skip = judge_skip(*run.rule->rule, today_)) {
        run.result.verdict = skip->verdict;
        run.result.reason = skip->reason;
      } else {
        finish_rule(run, today_);
      }
      observer.rule_finished(run.result);
      result.rules.push_back(std::move(run.result));
    }
    for (const Entry& entry : sources_) {
      result.sources.push_back(entry.source.result());
    }
    std::sort(result.rules.begin(), result.rules.end(),
              [](const RuleResult& left, const RuleResult& right) { return left.id < right.id; });
    std::sort(
        result.sources.begin(), result.sources.end(),
        [](const SourceResult& left, const SourceResult& right) { return left.name < right.name; });
    return result;
  }

 private:
  struct Entry {
    Entry(EngineSource& given, const EngineOptions& options, const Fingerprinter& fingerprinter,
          std::vector<RuleRun*> its_rules)
        : source(given, options, fingerprinter), rules(std::move(its_rules)) {}
    SourceRun source;
    std::vector<RuleRun*> rules;
  };

  // A source that no rule reads now is not opened.
  void add_source(EngineSource& source) {
    std::vector<RuleRun*> rules;
    for (RuleRun& run : runs_) {
      if (run.rule->source == source.declaration.name && !judge_skip(*run.rule->rule, today_)) {
        rules.push_back(&run);
      }
    }
    if (!rules.empty()) {
      sources_.emplace_back(source, options_, fingerprinter_, std::move(rules));
    }
  }

  const EngineOptions& options_;
  std::chrono::year_month_day today_;
  Fingerprinter fingerprinter_;
  std::deque<RuleRun> runs_;  // addresses stay
  std::deque<Entry> sources_;
};

}  // namespace

Result<RunResult, Mistakes> run_rules(std::vector<PlannedRule>& plan,
                                      std::vector<EngineSource>& sources,
                                      const EngineOptions& options, RunObserver& observer) {
  Run run(plan, sources, options);
  Mistakes mistakes = run.open(observer);
  if (!mistakes.empty()) {
    return mistakes;
  }
  run.evaluate(observer);
  return run.finish(observer);
}

}  // namespace countercheck
