#include "checker/engine/rule_run.h"

#include <algorithm>
#include <utility>

#include "checker/engine/cell_text.h"
#include "checker/engine/collector.h"
#include "checker/engine/evidence.h"
#include "checker/engine/population.h"

namespace countercheck {

namespace {

constexpr std::size_t kEvidenceSamplesByDefault = 3;

std::size_t samples_of(const PlannedRule& rule, const EngineOptions& options) {
  return options.samples.value_or(rule.rule->samples);
}

void note_error(RuleRun& run, const PlannedStatement& statement, const char* field,
                SourceError error) {
  error.message = shown_message(*run.rule->rule, error);
  if (error.kind == SourceErrorKind::kCorrupt) {
    run.corruption = error.message;
  }
  const std::string gap = explain(statement, field, error);
  if (std::find(run.seen.gaps.begin(), run.seen.gaps.end(), gap) == run.seen.gaps.end()) {
    run.seen.gaps.push_back(gap);
  }
  run.session_lost = run.session_lost || error.kind == SourceErrorKind::kLostConnection;
}

void note_report(RuleRun& run, const QueryReport& report) {
  run.reads.insert(run.reads.end(), report.reads.begin(), report.reads.end());
  if (!report.blindness.empty() && std::find(run.seen.doubts.begin(), run.seen.doubts.end(),
                                             report.blindness) == run.seen.doubts.end()) {
    run.seen.doubts.push_back(report.blindness);
  }
}

void read_population(RuleRun& run, const RuleRunContext& context, Session& session) {
  const PlannedStatement& statement = *run.rule->population;
  if (statement.problem) {
    note_error(run, statement, "population", statement.problem->error);
    return;
  }
  PopulationReader reader;
  const Result<QueryReport> report = session.run(bind_parameters(statement, run.rule->parameters),
                                                 limits_of(*run.rule, context), reader);
  if (!report) {
    note_error(run, statement, "population", report.error());
    return;
  }
  run.result.population_seconds = report.value().seconds;
  note_report(run, report.value());
  const Result<std::uint64_t, std::string> population = reader.result();
  if (!population) {
    const std::string why = run.rule->rule->redact.empty()
                                ? population.error()
                                : "the population query must return one whole number";
    run.seen.gaps.push_back(to_text(statement.written.start) + ": " + why);
    return;
  }
  run.seen.population = population.value();
  run.result.population = population.value();
}

void note_impact(RuleRun& run, const ViolationCollector& collector) {
  run.result.impact = collector.impact().results();
  const std::uint64_t left_out =
      collector.impact().unreadable() + collector.impact().dropped_units();
  if (left_out > 0) {
    run.seen.doubts.push_back("the impact leaves out " + std::to_string(left_out) +
                              " violations whose amount or unit could not be summed");
  }
}

std::vector<CellText> texts_of(const SampleRow& row) {
  std::vector<CellText> texts;
  for (const Value& value : row.values) {
    texts.push_back(cell_text(value));
  }
  return texts;
}

std::size_t evidence_wanted(const RuleRun& run, const EngineOptions& options) {
  if (!run.rule->evidence) {
    return 0;
  }
  switch (options.evidence) {
    case EvidenceScope::kNone:
      return 0;
    case EvidenceScope::kFirstThree:
      return kEvidenceSamplesByDefault;
    case EvidenceScope::kAll:
      return samples_of(*run.rule, options);
  }
  return 0;
}

void take_samples(RuleRun& run, ViolationCollector& collector, const RuleRunContext& context,
                  Session& session) {
  const EvidenceContext evidence{run.rule, &collector.result_columns(), context.fingerprinter,
                                 context.source->source.get(), limits_of(*run.rule, context)};
  const std::size_t wanted = evidence_wanted(run, *context.options);
  for (const SampleRow& row : collector.take_samples()) {
    SampleResult& sample = run.result.samples.emplace_back();
    sample.values = texts_of(row);
    for (const std::size_t position : collector.positions().key) {
      sample.key.push_back(sample.values[position]);
    }
    if (run.result.samples.size() <= wanted && !run.session_lost) {
      FetchedEvidence fetched = fetch_evidence(evidence, row, session);
      sample.evidence = std::move(fetched.result);
      run.reads.insert(run.reads.end(), fetched.reads.begin(), fetched.reads.end());
      run.session_lost = fetched.session_lost;
    }
  }
}

void describe_columns(RuleRun& run, const ViolationCollector& collector) {
  for (const Column& column : collector.result_columns()) {
    run.result.columns.push_back(escape_utf8(column.name));
  }
  for (const std::size_t position : collector.positions().key) {
    run.result.key.push_back(run.result.columns[position]);
  }
}

void read_violations(RuleRun& run, const RuleRunContext& context, Session& session) {
  const PlannedStatement& statement = run.rule->violations;
  if (statement.problem) {
    note_error(run, statement, "violations", statement.problem->error);
    return;
  }
  ViolationCollector collector({run.rule->rule, samples_of(*run.rule, *context.options),
                                &context.options->shown_keys, context.fingerprinter});
  const Result<QueryReport> report = session.run(bind_parameters(statement, run.rule->parameters),
                                                 limits_of(*run.rule, context), collector);
  run.result.violations = collector.count();
  run.seen.violations = collector.count();
  if (!context.options->shown_keys.empty()) {
    run.result.matching = collector.matching();
  }
  describe_columns(run, collector);
  if (!collector.problem().empty()) {
    run.seen.gaps.push_back(to_text(run.rule->rule->place) + ": " + collector.problem());
  } else if (!report) {
    note_error(run, statement, "violations", report.error());
  } else {
    run.seen.ran_to_its_end = true;
  }
  if (report) {
    run.result.seconds = report.value().seconds;
    note_report(run, report.value());
    if (run.seen.population_wanted && report.value().reads.empty() && collector.count() == 0) {
      // Its population may have counted something else entirely.
      run.seen.doubts.emplace_back("the violations query read no table, so it looked at nothing");
    }
  }
  const std::string names = check_evidence_names(*run.rule, collector.result_columns());
  if (!names.empty() && !collector.result_columns().empty()) {
    run.seen.doubts.push_back(to_text(run.rule->rule->place) + ": " + names);
  }
  note_impact(run, collector);
  take_samples(run, collector, context, session);
}

}  // namespace

QueryLimits limits_of(const PlannedRule& rule, const RuleRunContext& context) {
  if (context.options->timeout) {
    return {*context.options->timeout};
  }
  return {rule.rule->timeout.value_or(context.source->declaration.statement_timeout)};
}

std::string explain(const PlannedStatement& statement, const std::string& field,
                    const SourceError& error) {
  if (error.kind == SourceErrorKind::kInterrupted) {
    return "interrupted";
  }
  Place place = statement.written.start;
  if (statement.problem) {
    place = statement.problem->place;
  } else if (error.position) {
    place = place_of(statement, *error.position);
  }
  const std::string where = to_text(place);
  return (where.empty() ? "" : where + ": ") + field + ": " + error.message;
}

RuleRun begin_rule(PlannedRule& planned) {
  const Rule& rule = *planned.rule;
  RuleRun run;
  run.rule = &planned;
  run.seen.population_wanted = planned.population.has_value();
  RuleResult& result = run.result;
  result.id = planned.id;
  result.title = rule.title;
  result.severity = rule.severity;
  result.owner = rule.owner;
  result.tags = rule.tags;
  result.source = planned.source;
  result.place = rule.place;
  result.reason = "not evaluated";
  result.sql = planned.violations.written.text;
  result.blind_spots = rule.blind_spots;
  for (const Binding& parameter : planned.parameters) {
    result.parameters.push_back({parameter.name, cell_text(parameter.value)});
  }
  return run;
}

void evaluate_rule(RuleRun& run, const RuleRunContext& context, Session& session) {
  if (run.rule->population) {
    read_population(run, context, session);
  }
  if (run.session_lost) {
    return;
  }
  read_violations(run, context, session);
  if (run.rule->evidence && run.rule->evidence->problem) {
    // Told also while the rule holds: the night it is needed is too late to find out.
    run.seen.doubts.push_back(
        explain(*run.rule->evidence, "evidence", run.rule->evidence->problem->error));
  }
}

void finish_rule(RuleRun& run, std::chrono::year_month_day today) {
  const Judgement judgement = judge(*run.rule->rule, run.seen, today);
  run.result.verdict = judgement.verdict;
  run.result.complete = judgement.complete;
  run.result.empty_allowed = judgement.empty_allowed;
  run.result.reason = judgement.reason;
  for (const Relation& relation : run.reads) {
    run.result.reads.push_back(relation.name);
  }
  std::sort(run.result.reads.begin(), run.result.reads.end());
  const auto end = std::unique(run.result.reads.begin(), run.result.reads.end());
  run.result.reads.erase(end, run.result.reads.end());
}

}  // namespace countercheck
