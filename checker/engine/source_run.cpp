#include "checker/engine/source_run.h"

#include <algorithm>
#include <exception>
#include <stop_token>
#include <thread>
#include <utility>

#include "checker/engine/calls.h"
#include "checker/engine/cell_text.h"
#include "checker/engine/freshness.h"
#include "checker/time/duration.h"

namespace countercheck {

namespace {

std::string kind_of(Dialect dialect) {
  return dialect == Dialect::kPostgres ? "postgres" : "sqlite";
}

void copy_facts(const SourceFacts& facts, SourceResult& result) {
  result.target = escape_utf8(facts.target);
  result.server = facts.server;
  result.role = escape_utf8(facts.role);
  result.snapshot = facts.snapshot;
  result.strength = facts.strength;
  result.taken = facts.taken;
  result.search_path = escape_utf8(facts.search_path);
  result.integrity_mode = facts.integrity.mode;
  result.integrity_ok = facts.integrity.ok;
  result.integrity_message = escape_utf8(facts.integrity.message);
  result.integrity_seconds = facts.integrity.seconds;
  result.warnings = facts.warnings;
}

// By number where the engine has numbers: a relation may have been renamed since it was read.
bool has_read(const RuleRun& run, const Relation& relation) {
  return std::any_of(run.reads.begin(), run.reads.end(), [&relation](const Relation& read) {
    return relation.oid != 0 ? read.oid == relation.oid : read.name == relation.name;
  });
}

// Holds one of the places for rules under way, also when evaluation throws.
class Slot {
 public:
  explicit Slot(std::counting_semaphore<>& slots) : slots_(slots) { slots_.acquire(); }
  ~Slot() { slots_.release(); }
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;

 private:
  std::counting_semaphore<>& slots_;
};

// What would have been checked if the source had opened.
std::string wanted_integrity(const SourceDeclaration& declaration) {
  if (declaration.dialect != Dialect::kSqlite) {
    return "none";
  }
  switch (declaration.integrity) {
    case IntegrityMode::kFull:
      return "full";
    case IntegrityMode::kQuick:
      return "quick";
    case IntegrityMode::kOff:
      return "off";
  }
  return "full";
}

// All statements of a rule that may be sent.
std::vector<PlannedStatement*> statements_of(PlannedRule& rule) {
  std::vector<PlannedStatement*> statements = {&rule.violations};
  if (rule.population) {
    statements.push_back(&*rule.population);
  }
  if (rule.evidence) {
    statements.push_back(&*rule.evidence);
  }
  return statements;
}

}  // namespace

SourceRun::SourceRun(EngineSource& source, const EngineOptions& options,
                     const Fingerprinter& fingerprinter)
    : source_(source), options_(options), fingerprinter_(fingerprinter) {
  result_.name = source.declaration.name;
  result_.kind = kind_of(source.declaration.dialect);
  result_.row_security = source.declaration.row_security.value_or("");
  result_.integrity_mode = "none";
}

void SourceRun::open(std::vector<RuleRun*> rules) {
  rules_ = std::move(rules);
  if (options_.stop.stop_requested()) {
    doubt_all("interrupted");
    result_.error = "interrupted";
    return;
  }
  const std::stop_callback cancel(options_.stop, [this] { source_.source->cancel(); });
  Result<SourceFacts> opened = source_.source->open();
  if (!opened) {
    result_.error = opened.error().message;
    result_.integrity_mode = wanted_integrity(source_.declaration);
    if (opened.error().kind == SourceErrorKind::kCorrupt) {
      result_.integrity_message = result_.error;
    }
    doubt_all("source '" + result_.name + "': " + result_.error);
    return;
  }
  facts_ = std::move(opened).value();
  opened_ = std::chrono::steady_clock::now();
  copy_facts(facts_, result_);
  usable_ = true;
  judge_calls_of_rules();
  read_fresh();
}

void SourceRun::doubt_all(const std::string& reason) {
  for (RuleRun* run : rules_) {
    run->seen.doubts.push_back(reason);
  }
}

Session* SourceRun::session() {
  if (first_session_ || !usable_) {
    return first_session_.get();
  }
  Result<std::unique_ptr<Session>> made = source_.source->session();
  if (!made) {
    usable_ = false;
    result_.error = made.error().message;
    doubt_all("source '" + result_.name + "': " + result_.error);
    return nullptr;
  }
  first_session_ = std::move(made).value();
  return first_session_.get();
}

void SourceRun::judge_calls_of_rules() {
  std::vector<PlannedStatement*> all;
  for (const RuleRun* run : rules_) {
    const std::vector<PlannedStatement*> statements = statements_of(*run->rule);
    all.insert(all.end(), statements.begin(), statements.end());
  }
  const CallCatalog catalog(all, *source_.source);
  for (const RuleRun* run : rules_) {
    catalog.judge(statements_of(*run->rule), run->rule->rule->reads_through);
  }
}

void SourceRun::read_fresh() {
  if (!source_.declaration.fresh) {
    return;
  }
  if (source_.fresh_off) {
    FreshResult off;
    off.within = to_text(source_.declaration.fresh->within);
    off.reason = "switched off for this run";
    result_.fresh = off;
    return;
  }
  Session* on = session();
  if (on == nullptr) {
    return;
  }
  const std::stop_callback cancel(options_.stop, [on] { on->cancel(); });
  // The source's clock has gone on since the snapshot was taken, and so may the query's now().
  const auto since = std::chrono::steady_clock::now() - opened_;
  const Instant latest =
      facts_.now + std::chrono::duration_cast<Instant::duration>(since) + std::chrono::seconds(1);
  result_.fresh = read_freshness({&source_, options_.zone, latest}, *on);
  if (!result_.fresh->ok) {
    doubt_all("source '" + result_.name + "' is stale: " + result_.fresh->reason);
  }
}

void SourceRun::preflight(Preflight& findings) {
  for (const RuleRun* run : rules_) {
    if (!needs_preflight(*run->rule) && options_.shown_keys.empty()) {
      continue;
    }
    Session* on = run->rule->violations.problem ? nullptr : session();
    if (on == nullptr) {
      findings.all_known = false;
      continue;
    }
    const std::stop_callback cancel(options_.stop, [on] { on->cancel(); });
    preflight_rule(*run->rule, *on, limits_of(*run->rule, {&options_, &source_, &fingerprinter_}),
                   findings);
  }
}

RuleRun* SourceRun::next_rule() {
  const std::lock_guard lock(mutex_);
  return next_ < rules_.size() ? rules_[next_++] : nullptr;
}

void SourceRun::evaluate_one(RuleRun& run, std::unique_ptr<Session>& session) {
  if (options_.stop.stop_requested()) {
    run.seen.gaps.emplace_back("interrupted");
    return;
  }
  if (!session) {
    Result<std::unique_ptr<Session>> made = source_.source->session();
    if (!made) {
      run.seen.gaps.push_back("source '" + result_.name + "': " + made.error().message);
      return;
    }
    session = std::move(made).value();
  }
  try {
    // From here on a request to stop reaches the running statement itself.
    const std::stop_callback cancel(options_.stop, [&session] { session->cancel(); });
    evaluate_rule(run, {&options_, &source_, &fingerprinter_}, *session);
  } catch (const std::exception& failure) {
    // A failure of ours in one rule is that rule's, and the next one gets a session of its own.
    run.seen.gaps.push_back(std::string("countercheck failed: ") + failure.what());
    run.session_lost = true;
  }
  if (run.session_lost) {
    session.reset();
  }
}

void SourceRun::work(std::counting_semaphore<>& slots, RunObserver& observer,
                     std::unique_ptr<Session> session) {
  while (RuleRun* run = next_rule()) {
    const Slot slot(slots);
    observer.rule_started(run->result.id);
    evaluate_one(*run, session);
  }
}

void SourceRun::evaluate(std::counting_semaphore<>& slots, RunObserver& observer) {
  if (!usable_) {
    return;
  }
  const std::size_t workers =
      std::max<std::size_t>(1, std::min(source_.source->sessions_max(), rules_.size()));
  std::vector<std::thread> threads;
  for (std::size_t worker = 0; worker < workers; ++worker) {
    threads.emplace_back([this, &slots, &observer, session = std::move(first_session_)]() mutable {
      work(slots, observer, std::move(session));
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  verify_end();
}

void SourceRun::verify_end() {
  std::vector<Relation> reads;
  for (const RuleRun* run : rules_) {
    if (!run->corruption.empty()) {
      result_.integrity_ok = false;
      result_.integrity_message = escape_utf8(run->corruption);
    }
    reads.insert(reads.end(), run->reads.begin(), run->reads.end());
  }
  std::sort(reads.begin(), reads.end(), [](const Relation& left, const Relation& right) {
    return std::pair(left.name, left.oid) < std::pair(right.name, right.oid);
  });
  reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
  Result<std::vector<EndFinding>> findings = source_.source->verify_end(reads);
  if (!findings) {
    findings =
        std::vector<EndFinding>{{std::nullopt, "the end could not be compared with the start: " +
                                                   findings.error().message}};
  }
  for (const EndFinding& finding : findings.value()) {
    for (RuleRun* run : rules_) {
      if (!finding.relation || has_read(*run, *finding.relation)) {
        run->seen.gaps.push_back(finding.reason);
      }
    }
  }
}

}  // namespace countercheck
