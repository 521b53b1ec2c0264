#include "checker/report/marker.h"

#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/catch.h"

namespace countercheck::test {

TEST_CASE("the text marker of an unfinished run is one line", "[report]") {
  CHECK(incomplete_marker(ReportFormat::kText, "r1", "2026-03-01T02:00:00Z") ==
        "incomplete, started at 2026-03-01T02:00:00Z (run r1)\n");
}

TEST_CASE("the text marker of a refused run is one line whatever the reason", "[report]") {
  CHECK(refused_marker(ReportFormat::kText, "a.toml:1:2: no {} here\nb.toml:3: \x1b[2J 100%\n") ==
        "not run: a.toml:1:2: no {} here; b.toml:3: \\x1b[2J 100%\n");
}

TEST_CASE("the JSON marker of an unfinished run is no result", "[report]") {
  const auto marker = nlohmann::ordered_json::parse(
      incomplete_marker(ReportFormat::kJson, "r1", "2026-03-01T02:00:00Z"));
  CHECK(marker.begin().key() == "format");
  CHECK(marker.at("format") == "countercheck.result/1");
  CHECK(marker.at("incomplete") == true);
  CHECK(marker.at("run").at("id") == "r1");
  CHECK(marker.at("run").at("started") == "2026-03-01T02:00:00Z");
  CHECK(marker.at("message") == "incomplete, started at 2026-03-01T02:00:00Z");
  CHECK_FALSE(marker.contains("rules"));
  CHECK_FALSE(marker.contains("summary"));
  CHECK_FALSE(marker.at("run").contains("exit"));
}

TEST_CASE("the JSON marker of a refused run keeps every line of the reason", "[report]") {
  const auto marker =
      nlohmann::ordered_json::parse(refused_marker(ReportFormat::kJson, "a: {}\nb: \xff"));
  CHECK(marker.at("message") == "not run: a: {}\nb: \xEF\xBF\xBD");
  CHECK(marker.at("incomplete") == true);
  CHECK(marker.at("run").at("id").is_null());
}

}  // namespace countercheck::test
