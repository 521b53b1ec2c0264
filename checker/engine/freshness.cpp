#include "checker/engine/freshness.h"

#include <utility>

#include "checker/engine/calls.h"
#include "checker/engine/cell_text.h"
#include "checker/engine/rule_run.h"
#include "checker/plan/plan.h"
#include "checker/time/duration.h"

namespace countercheck {

namespace {

constexpr std::size_t kValueBytesMax = 200;

// Text is read in the project's time zone; a whole number is seconds since 1970.
std::optional<Instant> instant_in(const Value& value, const TimeZone& zone) {
  constexpr std::int64_t kSecondsMax = 253'402'300'799;  // 9999-12-31 23:59:59
  if (value.kind == CellKind::kInteger && value.integer >= 0 && value.integer <= kSecondsMax) {
    return Instant(std::chrono::seconds(value.integer));
  }
  return value.kind == CellKind::kText ? zone.parse(value.text) : std::nullopt;
}

}  // namespace

void FreshnessReader::columns(std::span<const Column> columns) { columns_ = columns.size(); }

bool FreshnessReader::row(std::span<const CellView> cells) {
  ++rows_;
  if (rows_ == 1 && cells.size() == 1) {
    value_ = to_value(cells.front(), kValueBytesMax);
  }
  return rows_ < 2;
}

FreshResult FreshnessReader::judge(const FreshDeclaration& declaration, const TimeZone& zone,
                                   Instant source_now) const {
  FreshResult result;
  result.within = to_text(declaration.within);
  result.value = cell_text(value_);
  if (columns_ != 1 || rows_ != 1) {
    result.reason = "the fresh query must return one row with one column";
    return result;
  }
  if (value_.is_null()) {
    result.reason = "the fresh query returned NULL: there is no newest row";
    return result;
  }
  const std::optional<Instant> newest = instant_in(value_, zone);
  if (!newest) {
    result.reason =
        "the fresh query returned " + result.value.value_or("NULL") + ", which is no date or time";
    return result;
  }
  const std::string clock = zone.offset_text(source_now);
  if (*newest > source_now) {
    result.reason = "the newest row is of " + *result.value +
                    ", which is in the future by the source's clock (" + clock + ")";
    return result;
  }
  if (source_now - *newest > declaration.within) {
    result.reason = "the newest row is of " + *result.value + ", more than " + result.within +
                    " before the source's clock (" + clock + ")";
    return result;
  }
  result.ok = true;
  return result;
}

FreshResult read_freshness(const FreshnessContext& context, Session& session) {
  const SourceDeclaration& declaration = context.source->declaration;
  const FreshDeclaration& fresh = *declaration.fresh;
  FreshResult failed;
  failed.within = to_text(fresh.within);
  Result<PlannedStatement, Mistakes> planned = plan_fixed(fresh.sql, declaration.dialect);
  if (!planned) {
    failed.reason = to_text(planned.error().front());
    return failed;
  }
  PlannedStatement statement = std::move(planned).value();
  CallCatalog({&statement}, *context.source->source).judge({&statement}, {});
  if (statement.problem) {
    failed.reason = explain(statement, "fresh", statement.problem->error);
    return failed;
  }
  FreshnessReader reader;
  const Result<QueryReport> report =
      session.run(bind_parameters(statement, {}), {declaration.statement_timeout}, reader);
  if (!report) {
    failed.reason = explain(statement, "fresh", report.error());
    return failed;
  }
  if (!report.value().blindness.empty()) {
    failed.reason = report.value().blindness;
    return failed;
  }
  return reader.judge(fresh, context.zone, context.source_now);
}

}  // namespace countercheck
