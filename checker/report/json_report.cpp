#include "checker/report/json_report.h"

#include <nlohmann/json.hpp>

#include "checker/report/json_parts.h"

namespace countercheck {

namespace {

using Json = nlohmann::ordered_json;

Json run_of(const RunFacts& run) {
  Json json = Json::object();
  json["id"] = run.id;
  json["started"] = run.started;
  json["finished"] = run.finished;
  json["as_of"] = run.as_of;
  json["time_zone"] = run.time_zone;
  json["version"] = run.version;
  json["host"] = run.host;
  json["exit"] = run.exit;
  json["interrupted"] = text_or_null(run.interrupted);
  json["ad_hoc"] = run.ad_hoc;
  return json;
}

// `selected` is what the engine was given, not what it gave back: a reader can check the account.
Json summary_of(const RunResult& result) {
  const auto counts = count_verdicts(result);
  Json json = Json::object();
  for (const Verdict verdict : kAllVerdicts) {
    json[std::string(to_text(verdict))] = counts.at(verdict);
  }
  json["selected"] = result.selected;
  return json;
}

}  // namespace

std::string json_report(const RunResult& result) {
  Json document = Json::object();
  document["format"] = kResultFormat;
  document["run"] = run_of(result.run);
  document["sources"] = Json::array();
  for (const SourceResult& source : result.sources) {
    document["sources"].push_back(json_of(source));
  }
  document["summary"] = summary_of(result);
  document["rules"] = Json::array();
  for (const RuleResult& rule : result.rules) {
    document["rules"].push_back(json_of(rule));
  }
  return json_text(document);
}

}  // namespace countercheck
