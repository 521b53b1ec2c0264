#include "checker/report/look_alike.h"

#include <string>
#include <vector>

#include "tests/checker/report/sample_runs.h"
#include "tests/support/catch.h"

namespace countercheck::test {

namespace {

std::vector<std::string> lines_for(const std::vector<CellText>& keys) {
  return look_alike_lines(violated_rule("a.b", keys));
}

}  // namespace

TEST_CASE("letters of another script that look like Latin ones are told apart", "[report]") {
  const std::vector<std::string> lines = lines_for({"PAO", "P\u0410O"});
  REQUIRE(lines.size() == 3);
  CHECK(lines[1] == "  sample 1, account_id: U+0050 U+0041 U+004F");
  CHECK(lines[2] == "  sample 2, account_id: U+0050 U+0410 U+004F");
}

TEST_CASE("long keys that are cut at one place are told apart by what was cut", "[report]") {
  const std::string start(60, 'x');
  const std::vector<std::string> lines = lines_for({start + "1", start + "2"});
  REQUIRE(lines.size() == 3);
  CHECK(lines[1] == "  sample 1, account_id: from character 61: U+0031");
  CHECK(lines[2] == "  sample 2, account_id: from character 61: U+0032");
}

TEST_CASE("equal keys and keys that look different need no code points", "[report]") {
  CHECK(lines_for({"a", "a"}).empty());
  CHECK(lines_for({"a", "b", "A"}).empty());
  CHECK(lines_for({std::nullopt, "NULL", "", " "}).empty());
  CHECK(lines_for({"caf\u00e9\u200b", "caf\u00e9"}).empty());
  CHECK(lines_for({}).empty());
}

TEST_CASE("only the columns that differ are spelled out", "[report]") {
  RuleResult rule = violated_rule("a.b", {"x", "x"});
  rule.key = {"name", "city"};
  rule.samples[0].key = {"same", "K\u00f6ln"};
  rule.samples[1].key = {"same", "Ko\u0308ln"};
  const std::vector<std::string> lines = look_alike_lines(rule);
  REQUIRE(lines.size() == 3);
  CHECK_THAT(lines[1], contains("sample 1, city: U+004B U+00F6"));
  CHECK_THAT(lines[2], contains("sample 2, city: U+004B U+006F U+0308"));
}

}  // namespace countercheck::test
