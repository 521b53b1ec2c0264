// The engine: planned rules and sources in, a result that tells the truth about every rule out.
//
// A rule that cannot be evaluated never stops another one. Every rule given ends up in the result
// with exactly one verdict; where the engine itself failed to judge one, that is `undecided`.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "adapters/source.h"
#include "checker/model/project.h"
#include "checker/model/run_result.h"
#include "checker/plan/plan.h"
#include "checker/time/time_zone.h"

namespace countercheck {

// Hears how a run goes on, from several threads at once; implementations lock for themselves.
class RunObserver {
 public:
  RunObserver() = default;
  RunObserver(const RunObserver&) = delete;
  RunObserver& operator=(const RunObserver&) = delete;
  virtual ~RunObserver() = default;

  virtual void source_opened(const SourceResult& source) = 0;
  virtual void rule_started(const std::string& id) = 0;
  virtual void rule_finished(const RuleResult& result) = 0;
};

enum class EvidenceScope : std::uint8_t { kFirstThree, kAll, kNone };

// One database to read, with what the project file says of it.
struct EngineSource {
  SourceDeclaration declaration;
  std::unique_ptr<Source> source;
  bool fresh_off = false;  // switched off for this run, which is recorded
};

struct EngineOptions {
  std::optional<std::uint32_t> samples;              // instead of the rules' own numbers
  std::optional<std::chrono::milliseconds> timeout;  // instead of the rules' own limits
  EvidenceScope evidence = EvidenceScope::kFirstThree;
  std::map<std::string, std::string> shown_keys;  // show only violations with these values
  std::size_t jobs = 0;                           // rules evaluated at once; 0: as sources allow
  std::string fingerprint_key;                    // for redacted values; never empty
  TimeZone zone;                                  // in which `until` days end
  Instant now;                                    // the real clock, never --as-of
  std::stop_token stop;                           // asks to end soon
};

// What the engine gives back: rules in id order and sources in name order. `selected` is the number
// of planned rules. RunFacts are the caller's to fill. `plan` is the engine's to mark: statements
// whose functions the live catalog forbids get their problem there.
// Mistakes: what only the database could show about the rule files (see preflight.h); no rule was
// evaluated then.
[[nodiscard]] Result<RunResult, Mistakes> run_rules(std::vector<PlannedRule>& plan,
                                                    std::vector<EngineSource>& sources,
                                                    const EngineOptions& options,
                                                    RunObserver& observer);

}  // namespace countercheck
