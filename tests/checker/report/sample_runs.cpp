#include "tests/checker/report/sample_runs.h"

namespace countercheck::test {

namespace {

RunFacts facts(int exit) {
  RunFacts run;
  run.id = "20260301T020000Z-7f3a";
  run.started = "2026-03-01T02:00:00.000Z";
  run.finished = "2026-03-01T02:00:07.250Z";
  run.as_of = "2026-03-01T02:00:00+00:00";
  run.time_zone = "Europe/London";
  run.version = "0.1.0";
  run.host = "night-1";
  run.exit = exit;
  return run;
}

SourceResult usage_source() {
  SourceResult source;
  source.name = "usage";
  source.kind = "sqlite";
  source.target = "snapshots/usage.db";
  source.server = "SQLite 3.40.1";
  source.snapshot = "change counter 41";
  source.strength = "immutable";
  source.taken = "2026-03-01T02:00:00.100Z";
  source.integrity_mode = "full";
  source.integrity_ok = true;
  source.integrity_seconds = 0.74;
  return source;
}

SourceResult billing_source() {
  SourceResult source;
  source.name = "billing";
  source.kind = "postgres";
  source.target = "host=db1 port=5432 dbname=billing";
  source.server = "PostgreSQL 15.18, standby 3 s behind";
  source.role = "auditor";
  source.snapshot = "00000003-0000001B-1";
  source.strength = "exported";
  source.taken = "2026-03-01T02:00:00.050Z";
  source.search_path = "pg_catalog, billing, pg_temp";
  source.row_security = "the auditor may see every tenant";
  source.integrity_mode = "none";
  source.warnings = {"idle_session_timeout is not known to this server"};
  source.fresh = FreshResult{"2026-02-26 23:00:00+00", "26h", false,
                             "the newest row is 51 h old, more than 26h"};
  return source;
}

RuleResult duplicate_charges() {
  RuleResult rule;
  rule.id = "billing.one-charge-per-account-date-item";
  rule.title = "An account has at most one charge per date and line item";
  rule.owner = "payments-oncall";
  rule.tags = {"nightly", "billing"};
  rule.source = "billing";
  rule.place = {"rules/billing.toml", 1, 1};
  rule.verdict = Verdict::kViolated;
  rule.complete = true;
  rule.reason = "1100 violations";
  rule.violations = 1100;
  rule.population = 52800;
  rule.impact = {{"EUR", "17.5", "-2.50"}, {"GBP", "1234567890123456789012345.60", "0.00"}};
  rule.parameters = {{"since", "2026-01-25"}, {"until", std::nullopt}};
  rule.columns = {"account_id", "charge_date", "note", "excess"};
  rule.key = {"account_id", "charge_date"};
  rule.samples = {{{"17", "2026-02-17", "café", "1200.00"}, {"17", "2026-02-17"}, {}},
                  {{"9", "2026-02-17", std::nullopt, "99.5"}, {"9", "2026-02-17"}, {}},
                  {{"18", "2026-02-18", "東京", "-5"}, {"18", "2026-02-18"}, {}}};
  rule.samples[0].evidence = EvidenceResult{{"id", "amount", "amount"},
                                            {{"1", "1200.00", "GBP"}, {"2", "1200.00", "GBP"}},
                                            true,
                                            "psql 'host=db1 dbname=billing' -c 'SELECT 1'",
                                            ""};
  rule.samples[1].evidence = EvidenceResult{{"id", "amount"}, {}, false, "psql -c 'SELECT 2'", ""};
  rule.samples[2].evidence =
      EvidenceResult{{}, {}, false, "", "permission denied for table charges"};
  rule.sql = "SELECT account_id, charge_date\n  FROM charges\n GROUP BY account_id, charge_date";
  rule.reads = {"billing.charges"};
  rule.blind_spots = "Stays green if the second run wrote another line item.";
  rule.seconds = 1.25;
  rule.population_seconds = 0.5;
  return rule;
}

RuleResult broken_off() {
  RuleResult rule = violated_rule("usage.no-negative-reading", {"4711"});
  rule.severity = Severity::kWarning;
  rule.violations = 12;
  rule.complete = false;
  rule.reason = "the query broke off after 12 rows: timeout of 2min";
  return rule;
}

RuleResult without_answer(const std::string& id, Verdict verdict, const std::string& reason) {
  RuleResult rule = holding_rule(id);
  rule.verdict = verdict;
  rule.complete = verdict == Verdict::kVacuous;
  rule.population = std::nullopt;
  rule.reason = reason;
  return rule;
}

}  // namespace

RuleResult holding_rule(const std::string& id) {
  RuleResult rule;
  rule.id = id;
  rule.title = "The title of " + id;
  rule.owner = "on-call";
  rule.source = "usage";
  rule.place = {"rules/usage.toml", 12, 1};
  rule.verdict = Verdict::kHolds;
  rule.complete = true;
  rule.population = 365;
  rule.sql = "SELECT account_id FROM readings WHERE units < 0";
  rule.columns = {"account_id"};
  rule.key = {"account_id"};
  rule.reads = {"readings"};
  rule.blind_spots = "Cannot see a reading that was never written.";
  rule.seconds = 0.125;
  return rule;
}

RuleResult violated_rule(const std::string& id, const std::vector<CellText>& keys) {
  RuleResult rule = holding_rule(id);
  rule.verdict = Verdict::kViolated;
  rule.reason = "violations were found";
  rule.violations = keys.size();
  for (const CellText& key : keys) {
    rule.samples.push_back({{key}, {key}, {}});
  }
  return rule;
}

RunResult run_of(const std::vector<RuleResult>& rules, int exit) {
  RunResult result;
  result.run = facts(exit);
  result.sources = {usage_source()};
  result.rules = rules;
  result.selected = rules.size();
  return result;
}

RunResult whole_run() {
  RuleResult vacuous =
      without_answer("usage.d-readings-have-a-meter", Verdict::kVacuous, "looked at no row");
  vacuous.population = 0;
  RuleResult allowed = vacuous;
  allowed.id = "usage.e-refunds-have-a-charge";
  allowed.empty_allowed = true;
  allowed.reason = "looked at no row; no refunds before launch, allowed until 2027-01-31";
  RuleResult known = violated_rule("usage.f-one-meter-per-flat", {"88"});
  known.verdict = Verdict::kKnown;
  known.reason = "the one violation is known until 2026-06-30";
  RunResult result = run_of(
      {duplicate_charges(), holding_rule("usage.a-reading-per-day"),
       without_answer("usage.b-sum-of-parts", Verdict::kUndecided,
                      "no such column: unitz (rules/usage.toml:12:30)"),
       without_answer("usage.c-switched-off", Verdict::kSkipped, "meter change, until 2026-04-30"),
       vacuous, allowed, known, broken_off()},
      3);
  result.sources = {billing_source(), usage_source()};
  result.sources[1].integrity_mode = "off";
  return result;
}

RunResult quiet_run() {
  return run_of({holding_rule("usage.a-reading-per-day"), holding_rule("usage.b-sum-of-parts")}, 0);
}

}  // namespace countercheck::test
