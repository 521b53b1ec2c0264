#include "checker/engine/evidence.h"

#include <algorithm>
#include <utility>

#include "checker/engine/cell_text.h"

namespace countercheck {

namespace {

constexpr std::size_t kEvidenceRowsMax = 50;
constexpr std::size_t kEvidenceCellBytesMax = 4 * 1024;

std::optional<std::size_t> position_of(const std::string& name,
                                       const std::vector<Column>& columns) {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&name](const Column& column) { return column.name == name; });
  if (found == columns.end()) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(found - columns.begin());
}

bool is_redacted(const Rule& rule, const std::string& name) {
  return std::any_of(rule.redact.begin(), rule.redact.end(),
                     [&name](const std::string& one) { return is_same_name(one, name); });
}

const Binding* parameter_of(const PlannedRule& rule, const std::string& name) {
  const auto found = std::find_if(rule.parameters.begin(), rule.parameters.end(),
                                  [&name](const Binding& one) { return one.name == name; });
  return found == rule.parameters.end() ? nullptr : &*found;
}

// The statement twice: with the values to run it, and as it may be shown.
struct BoundEvidence {
  Query run;
  Query shown;
};

Result<BoundEvidence, std::string> bind(const EvidenceContext& context, const SampleRow& sample) {
  const PlannedStatement& statement = *context.rule->evidence;
  std::vector<Binding> values;
  std::vector<Binding> shown;
  for (const std::string& name : statement.placeholders) {
    if (const Binding* parameter = parameter_of(*context.rule, name)) {
      values.push_back(*parameter);
      shown.push_back(*parameter);
      continue;
    }
    const std::optional<std::size_t> position = position_of(name, *context.columns);
    if (!position) {
      return "placeholder ':" + name + "' is neither a column of the violation nor a parameter";
    }
    const auto hidden = sample.hidden.find(*position);
    const Value& value = hidden == sample.hidden.end() ? sample.values[*position] : hidden->second;
    if (value.is_cut()) {
      return "the value of '" + name + "' is too long to look it up again";
    }
    values.push_back({name, BindType::kColumn, (*context.columns)[*position].type_oid, value});
    shown.push_back(values.back());
    if (hidden != sample.hidden.end() && !value.is_null()) {
      shown.back() = {name, BindType::kText, 0, sample.values[*position]};
    }
  }
  return BoundEvidence{bind_parameters(statement, values), bind_parameters(statement, shown)};
}

// Keeps the first rows; the rest is said to exist.
class EvidenceReader final : public RowSink {
 public:
  EvidenceReader(const EvidenceContext& context, EvidenceResult& result)
      : context_(context), result_(result) {}

  void columns(std::span<const Column> columns) override {
    for (const Column& column : columns) {
      result_.columns.push_back(escape_utf8(column.name));
      redacted_.push_back(is_redacted(*context_.rule->rule, column.name));
    }
  }

  bool row(std::span<const CellView> cells) override {
    if (result_.rows.size() == kEvidenceRowsMax) {
      result_.more = true;
      return false;
    }
    std::vector<CellText>& row = result_.rows.emplace_back();
    for (std::size_t at = 0; at < cells.size(); ++at) {
      const CellView& cell = cells[at];
      if (redacted_[at] && cell.kind != CellKind::kNull) {
        row.emplace_back(context_.fingerprinter->of(cell));
      } else {
        row.push_back(cell_text(to_value(cell, kEvidenceCellBytesMax)));
      }
    }
    return true;
  }

 private:
  const EvidenceContext& context_;
  EvidenceResult& result_;
  std::vector<bool> redacted_;
};

}  // namespace

std::string check_evidence_names(const PlannedRule& rule, const std::vector<Column>& columns) {
  if (!rule.evidence) {
    return "";
  }
  for (const std::string& name : rule.evidence->placeholders) {
    const bool is_column = position_of(name, columns).has_value();
    const bool is_parameter = parameter_of(rule, name) != nullptr;
    if (!is_column && !is_parameter) {
      return "evidence: placeholder ':" + name +
             "' is neither a column of the violation nor a parameter";
    }
    if (is_column && is_parameter) {
      return "evidence: ':" + name +
             "' is both a column of the violation and a parameter; rename one of them";
    }
  }
  return "";
}

std::string shown_message(const Rule& rule, const SourceError& error) {
  if (rule.redact.empty() || error.kind != SourceErrorKind::kData) {
    return error.message;
  }
  return "broke off on the rows (" + error.code +
         "); the database's own words are withheld, since they may hold redacted values";
}

FetchedEvidence fetch_evidence(const EvidenceContext& context, const SampleRow& sample,
                               Session& session) {
  FetchedEvidence fetched;
  EvidenceResult& result = fetched.result;
  const PlannedStatement& statement = *context.rule->evidence;
  if (statement.problem) {
    result.reason = to_text(statement.problem->place) + ": " + statement.problem->error.message;
    return fetched;
  }
  Result<BoundEvidence, std::string> bound = bind(context, sample);
  if (!bound) {
    result.reason = std::move(bound).error();
    return fetched;
  }
  result.command = context.source->shell_command(bound.value().shown);
  EvidenceReader reader(context, result);
  Result<QueryReport> report = session.run(bound.value().run, context.limits, reader);
  if (!report) {
    const SourceError& error = report.error();
    const std::string where =
        error.position ? to_text(place_of(statement, *error.position)) + ": " : "";
    result.reason = where + shown_message(*context.rule->rule, error);
    fetched.session_lost = error.kind == SourceErrorKind::kLostConnection;
    return fetched;
  }
  fetched.reads = std::move(report).value().reads;
  if (result.rows.empty()) {
    result.reason = "no row found";
  }
  return fetched;
}

}  // namespace countercheck
