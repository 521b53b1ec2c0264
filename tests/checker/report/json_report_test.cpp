#include "checker/report/json_report.h"

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/checker/report/sample_runs.h"
#include "tests/support/catch.h"

namespace countercheck::test {

namespace {

using Json = nlohmann::ordered_json;

Json document_of(const RuleResult& rule) { return Json::parse(json_report(run_of({rule}, 1))); }

Json rule_of(const RuleResult& rule) { return document_of(rule).at("rules").at(0); }

std::vector<std::string> keys_of(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& item : object.items()) {
    keys.push_back(item.key());
  }
  return keys;
}

}  // namespace

TEST_CASE("the format comes first and the parts follow in the order of the contract", "[report]") {
  const Json document = Json::parse(json_report(whole_run()));
  CHECK(keys_of(document) ==
        std::vector<std::string>{"format", "run", "sources", "summary", "rules"});
  CHECK(document.at("format") == "countercheck.result/1");
}

TEST_CASE("the document ends in one newline and is the same each time", "[report]") {
  const std::string document = json_report(whole_run());
  CHECK(document == json_report(whole_run()));
  REQUIRE(document.size() > 2);
  CHECK(document.substr(document.size() - 3) == "\n}\n");
  CHECK(document.rfind("{\n  \"format\"", 0) == 0);
}

TEST_CASE("counts are numbers up to the largest there is and cells are strings", "[report]") {
  RuleResult rule = violated_rule("a.b", {"12.10", std::nullopt});
  rule.violations = std::numeric_limits<std::uint64_t>::max();
  rule.population = std::nullopt;
  const Json json = rule_of(rule);
  CHECK(json.at("violations").is_number_unsigned());
  CHECK(json.at("violations") == std::numeric_limits<std::uint64_t>::max());
  CHECK(json.at("population").is_null());
  CHECK(json.at("samples").at(0).at("values").at(0) == "12.10");
  CHECK(json.at("samples").at(1).at("key").at(0).is_null());
}

TEST_CASE("NULL and the texts NULL and nothing are told apart in the document", "[report]") {
  const Json samples = rule_of(violated_rule("a.b", {std::nullopt, "NULL", ""})).at("samples");
  REQUIRE(samples.size() == 3);
  CHECK(samples[0]["values"][0].is_null());
  CHECK(samples[1]["values"][0] == "NULL");
  CHECK(samples[2]["values"][0] == "");
}

TEST_CASE("every violation is new as long as there is no known file", "[report]") {
  RuleResult rule = violated_rule("a.b", {"1"});
  rule.violations = 1100;
  CHECK(rule_of(rule).at("new") == 1100);
  CHECK(rule_of(rule).at("known") == 0);
}

TEST_CASE("the exit status and the account are those of the run", "[report]") {
  RunResult result = whole_run();
  result.selected = 9;
  const Json document = Json::parse(json_report(result));
  CHECK(document.at("run").at("exit") == 3);
  CHECK(document.at("summary").at("selected") == 9);
  CHECK(document.at("summary").at("violated") == 2);
}

TEST_CASE("FB-096: columns of one name keep their positions in the document", "[report]") {
  RuleResult rule = violated_rule("a.b", {"k"});
  rule.columns = {"total", "total"};
  rule.samples.front().values = {"10", "20"};
  rule.samples.front().evidence = EvidenceResult{{"t", "t"}, {{"1", std::nullopt}}, false, "", ""};
  const Json json = rule_of(rule);
  CHECK(json.at("columns") == Json::array({"total", "total"}));
  CHECK(json.at("samples")[0].at("values") == Json::array({"10", "20"}));
  CHECK(json.at("samples")[0].at("evidence").at("columns") == Json::array({"t", "t"}));
  CHECK(json.at("samples")[0].at("evidence").at("rows")[0] == Json::array({"1", nullptr}));
}

TEST_CASE("FB-097: the document has the exact count beside fewer samples", "[report]") {
  RuleResult rule = violated_rule("a.b", {"1", "2", "3", "4", "5"});
  rule.violations = 15000;
  CHECK(rule_of(rule).at("violations") == 15000);
  CHECK(rule_of(rule).at("samples").size() == 5);
}

TEST_CASE("FB-100: control characters and marks of markup survive the document", "[report]") {
  const std::string marks = "A\x1b[31m<&]]>\"'\\ \ufffe\r\u202e\u0085\x7f\u2028";
  const std::string document = json_report(run_of({violated_rule("a.b", {marks})}, 1));
  CHECK(Json::parse(document).at("rules")[0].at("samples")[0].at("key")[0] == marks);
  CHECK_THAT(document,
             contains("A\\u001b[31m<&]]>\\\"'\\\\ \\ufffe\\r\\u202e\\u0085\\u007f\\u2028"));
}

TEST_CASE("FB-101: a NUL is written as an escape and the text after it stays", "[report]") {
  const std::string document =
      json_report(run_of({violated_rule("a.b", {std::string("ab\0cd", 5), "ab"})}, 1));
  CHECK_THAT(document, contains("\"ab\\u0000cd\""));
  CHECK_THAT(document, contains("\"ab\"\n"));
}

TEST_CASE("FB-102: bytes that are not UTF-8 never break the document", "[report]") {
  RuleResult rule = violated_rule("a.b", {"A\xFF"
                                          "B",
                                          "\\x41ff42"});
  rule.title = "\xE9";
  rule.columns = {"\xC3"};
  rule.parameters = {{"p\xFF", "\xFF"}};
  const Json json = rule_of(rule);
  CHECK(json.at("verdict") == "violated");
  CHECK(json.at("samples")[0].at("key")[0] ==
        "A\xEF\xBF\xBD"
        "B");
  CHECK(json.at("samples")[1].at("key")[0] == "\\x41ff42");
  CHECK(json.at("samples").size() == 2);
}

TEST_CASE("FB-103: brackets and percent signs in data are data in the document", "[report]") {
  RuleResult rule = violated_rule("a.{}", {"acct={A-1} cents={:d} %s %n {0} {{"});
  rule.title = "{} of {:d}";
  const Json json = rule_of(rule);
  CHECK(json.at("id") == "a.{}");
  CHECK(json.at("title") == "{} of {:d}");
  CHECK(json.at("samples")[0].at("key")[0] == "acct={A-1} cents={:d} %s %n {0} {{");
}

TEST_CASE("FB-115: two Unicode forms of one name stay two", "[report]") {
  const Json samples = rule_of(violated_rule("a.b", {"caf\u00e9", "cafe\u0301"})).at("samples");
  CHECK(samples[0].at("key") != samples[1].at("key"));
}

TEST_CASE("a hidden character beyond the first plane becomes two halves", "[report]") {
  const std::string document =
      json_report(run_of({violated_rule("a.b", {"x\U000e0041y", "\U0001f600"})}, 1));
  CHECK_THAT(document, contains("\"x\\udb40\\udc41y\""));
  CHECK_THAT(document, contains("\"\U0001f600\""));
  CHECK(Json::parse(document).at("rules")[0].at("samples")[0].at("key")[0] == "x\U000e0041y");
}

TEST_CASE("seconds that are no number are null", "[report]") {
  RuleResult rule = holding_rule("a.b");
  rule.seconds = std::numeric_limits<double>::infinity();
  rule.population_seconds = 0.1234567891;
  CHECK(rule_of(rule).at("seconds").is_null());
  CHECK(rule_of(rule).at("population_query").at("seconds") == 0.123457);
}

TEST_CASE("integrity is neither good nor bad where nothing was checked", "[report]") {
  RunResult result = quiet_run();
  for (const std::string mode : {"", "none", "off"}) {
    result.sources.front().integrity_mode = mode;
    result.sources.front().integrity_ok = true;
    const Json document = Json::parse(json_report(result));
    CHECK(document.at("sources")[0].at("integrity").at("ok").is_null());
  }
  result.sources.front().integrity_mode = "quick";
  result.sources.front().integrity_ok = false;
  CHECK(Json::parse(json_report(result)).at("sources")[0].at("integrity").at("ok") == false);
}

}  // namespace countercheck::test
