// The documents against the schema that ships. The validator is Debian's python3-jsonschema: code
// that is not ours, so that writer and judge cannot share a mistake. Without it the tests fail.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <system_error>

#include "checker/report/json_report.h"
#include "checker/report/marker.h"
#include "tests/checker/report/sample_runs.h"
#include "tests/support/catch.h"

namespace countercheck::test {

namespace {

using Json = nlohmann::ordered_json;

// A private directory that goes with the test.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "countercheck-report-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  ~TemporaryDirectory() {
    // A directory that stays behind must not fail the test.
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] std::string file(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

struct Validation {
  int status = -1;
  std::string output;
};

Validation validate(const std::string& document) {
  const TemporaryDirectory directory;
  const std::string input = directory.file("document.json");
  const std::string output = directory.file("output.txt");
  std::ofstream(input, std::ios::binary) << document;
  const std::string command = std::string("/usr/bin/python3 '") + COUNTERCHECK_VALIDATOR + "' '" +
                              COUNTERCHECK_SCHEMA + "' '" + input + "' >'" + output + "' 2>&1";
  const int status = std::system(command.c_str());
  std::ostringstream text;
  text << std::ifstream(output).rdbuf();
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text.str()};
}

// The verdict of the validator on the whole run after a change to its document.
int status_after(const std::function<void(Json&)>& change) {
  Json document = Json::parse(json_report(whole_run()));
  change(document);
  return validate(document.dump()).status;
}

}  // namespace

TEST_CASE("the document of every kind of run is valid by the schema", "[report]") {
  RunResult odd = run_of({violated_rule("a.b", {"\xff", "\x1b", std::nullopt})}, 1);
  odd.run.interrupted = "SIGINT";
  odd.sources.front().error = "no such file";
  odd.sources.front().integrity_mode = "";
  for (const RunResult& result : {whole_run(), quiet_run(), odd, RunResult{}}) {
    const Validation validation = validate(json_report(result));
    CHECK(validation.output == "");
    CHECK(validation.status == 0);
  }
}

TEST_CASE("the markers are valid by the schema", "[report]") {
  for (const std::string& marker :
       {incomplete_marker(ReportFormat::kJson, "r1", "2026-03-01T02:00:00Z"),
        refused_marker(ReportFormat::kJson, "rules/a.toml:1:1: unknown key")}) {
    const Validation validation = validate(marker);
    CHECK(validation.output == "");
    CHECK(validation.status == 0);
  }
}

TEST_CASE("the schema refuses a document that lacks a key or has an unknown one", "[report]") {
  CHECK(status_after([](Json&) {}) == 0);
  CHECK(status_after([](Json& document) { document.erase("summary"); }) == 1);
  CHECK(status_after([](Json& document) { document["rules"][0].erase("complete"); }) == 1);
  CHECK(status_after([](Json& document) { document["rules"][0]["imapct"] = 1; }) == 1);
  CHECK(status_after([](Json& document) { document["summary"]["passed"] = 1; }) == 1);
  CHECK(status_after([](Json& document) { document["incomplete"] = true; }) == 1);
}

TEST_CASE("the schema refuses values of a wrong kind", "[report]") {
  CHECK(status_after([](Json& document) { document["rules"][0]["violations"] = "1100"; }) == 1);
  CHECK(status_after([](Json& document) { document["rules"][0]["verdict"] = "passed"; }) == 1);
  CHECK(status_after(
            [](Json& document) { document["rules"][0]["samples"][0]["values"][0] = 17; }) == 1);
  CHECK(status_after([](Json& document) { document["rules"][0]["impact"][0]["total"] = 17.5; }) ==
        1);
  CHECK(status_after([](Json& document) { document["format"] = "countercheck.result/2"; }) == 1);
  CHECK(status_after([](Json& document) { document["sources"][1]["integrity"]["ok"] = true; }) ==
        1);
}

TEST_CASE("the schema refuses a rule that holds and is not complete", "[report]") {
  CHECK(status_after([](Json& document) { document["rules"][1]["complete"] = false; }) == 1);
  CHECK(status_after([](Json& document) { document["rules"][1]["violations"] = 1; }) == 1);
}

TEST_CASE("the schema knows the keys of features that are to come", "[report]") {
  CHECK(status_after([](Json& document) {
          document["summary"]["not_proved"] = 3;
          Json& rule = document["rules"][0];
          rule["classes"] = {{"differs", 3}, {"only in usage", 0}};
          rule["sides"] = Json::array(
              {{{"name", "usage"}, {"source", "u"}, {"rows", 3}, {"totals", {{"a", "1.5"}}}}});
          rule["enforced_by"] = {{"ok", false}, {"reason", "no index"}, {"rows_in_the_way", 3}};
          rule["proved"] = {{"at", "2026-03-01T00:00:00Z"}, {"current", true}};
          Json& sample = rule["samples"][0];
          sample["class"] = "differs";
          sample["values"] = {{"usage", Json::array({"1", nullptr})}, {"charges", nullptr}};
          sample["differs"] = {{"amount", "-0.50"}};
          sample["first_seen"] = "2026-02-17T02:00:00Z";
          sample["known"] = false;
        }) == 0);
}

TEST_CASE("the validator refuses what is not strictly JSON", "[report]") {
  CHECK(validate("{").status == 1);
  CHECK(validate("{\"format\": NaN}").status == 1);
  CHECK(validate(json_report(quiet_run()) + "x").status == 1);
}

}  // namespace countercheck::test
