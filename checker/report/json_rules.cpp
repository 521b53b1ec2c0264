#include <cstdint>
#include <string>
#include <vector>

#include "checker/report/json_parts.h"

namespace countercheck {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const std::vector<CellText>& cells) {
  Json json = Json::array();
  for (const CellText& cell : cells) {
    json.push_back(cell ? Json(*cell) : Json(nullptr));
  }
  return json;
}

Json json_of(const std::vector<std::string>& texts) {
  Json json = Json::array();
  for (const std::string& text : texts) {
    json.push_back(text);
  }
  return json;
}

Json json_of(const std::optional<EvidenceResult>& evidence) {
  if (!evidence) {
    return nullptr;
  }
  Json json = Json::object();
  json["columns"] = json_of(evidence->columns);
  json["rows"] = Json::array();
  for (const std::vector<CellText>& row : evidence->rows) {
    json["rows"].push_back(json_of(row));
  }
  json["more"] = evidence->more;
  json["command"] = text_or_null(evidence->command);
  json["reason"] = text_or_null(evidence->reason);
  return json;
}

Json json_of(const std::vector<SampleResult>& samples) {
  Json json = Json::array();
  for (const SampleResult& sample : samples) {
    Json item = Json::object();
    item["values"] = json_of(sample.values);
    item["key"] = json_of(sample.key);
    item["evidence"] = json_of(sample.evidence);
    json.push_back(std::move(item));
  }
  return json;
}

Json json_of(const std::vector<ImpactResult>& impacts) {
  Json json = Json::array();
  for (const ImpactResult& impact : impacts) {
    Json item = Json::object();
    item["unit"] = impact.unit;
    item["total"] = impact.total;
    item["signed"] = impact.signed_sum;
    json.push_back(std::move(item));
  }
  return json;
}

Json json_of(const std::vector<ParameterResult>& parameters) {
  Json json = Json::object();
  for (const ParameterResult& parameter : parameters) {
    json[parameter.name] = parameter.value ? Json(*parameter.value) : Json(nullptr);
  }
  return json;
}

void add_answer(const RuleResult& rule, Json& json) {
  json["verdict"] = to_text(rule.verdict);
  json["complete"] = rule.complete;
  json["reason"] = text_or_null(rule.reason);
  json["violations"] = rule.violations;
  // Without a known file every violation is a new one.
  json["new"] = rule.violations;
  json["known"] = std::uint64_t{0};
  json["matching"] = rule.matching ? Json(*rule.matching) : Json(nullptr);
  json["population"] = rule.population ? Json(*rule.population) : Json(nullptr);
  json["empty_allowed"] = rule.empty_allowed;
  json["impact"] = json_of(rule.impact);
}

}  // namespace

Json json_of(const RuleResult& rule) {
  Json json = Json::object();
  json["id"] = rule.id;
  json["title"] = rule.title;
  json["severity"] = to_text(rule.severity);
  json["owner"] = text_or_null(rule.owner);
  json["tags"] = json_of(rule.tags);
  json["source"] = rule.source;
  json["file"] = text_or_null(rule.place.file);
  json["line"] = rule.place.line > 0 ? Json(rule.place.line) : Json(nullptr);
  add_answer(rule, json);
  json["params"] = json_of(rule.parameters);
  json["columns"] = json_of(rule.columns);
  json["key"] = json_of(rule.key);
  json["samples"] = json_of(rule.samples);
  json["sql"] = rule.sql;
  json["reads"] = json_of(rule.reads);
  json["blind_spots"] = text_or_null(rule.blind_spots);
  json["seconds"] = json_seconds(rule.seconds);
  // Every time that a run took is called `seconds`, so that results can be compared without them.
  json["population_query"] = {{"seconds", json_seconds(rule.population_seconds)}};
  return json;
}

}  // namespace countercheck
