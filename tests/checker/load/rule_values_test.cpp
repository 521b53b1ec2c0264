// The values of a rule's keys: what is read, and what is refused.
#include <chrono>
#include <string>
#include <vector>

#include "tests/checker/load/workspace.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

using namespace std::chrono_literals;

struct Refusal {
  std::string line;
  std::string message;
};

void check_refusals(const std::vector<Refusal>& refusals) {
  REQUIRE_FALSE(refusals.empty());
  for (const Refusal& refusal : refusals) {
    INFO(refusal.line);
    CHECK_THAT(refusal_with(refusal.line + "\n"), contains(refusal.message));
  }
}

TEST_CASE("a rule with every supported key is read as it was written", "[load]") {
  const Rule rule = accepted_with(R"(key = ["account_id", "day"]
impact = { column = "excess", unit = { column = "currency" } }
evidence = '''SELECT * FROM charges'''
severity = "warning"
owner = "payments-oncall"
tags = ["nightly", "billing"]
why = "It ran twice."
written_by = "someone"
redact = ["email"]
samples = 0
min_population = 5
allow_empty = { reason = "before launch", until = 2027-01-31 }
skip = { reason = "known outage", until = 2028-02-29 }
timeout = "2min"
reads_through = { "billing.v" = "plain projection" }
)");
  CHECK(rule.id == "billing.x");
  CHECK(rule.pack == "billing");
  CHECK(to_text(rule.place) == "rules/billing.toml:1:1");
  CHECK(rule.title == "One charge per date");
  CHECK(rule.sources == std::vector<std::string>{"billing"});
  CHECK_FALSE(rule.sources_is_array);
  CHECK(to_text(rule.sources_place) == "rules/billing.toml:3:10");
  CHECK(rule.blind_spots == "Other line items.");
  CHECK(rule.key == std::vector<std::string>{"account_id", "day"});
  CHECK(to_text(rule.key_place) == "rules/billing.toml:7:1");
  REQUIRE(rule.impact);
  CHECK(rule.impact->column == "excess");
  CHECK(rule.impact->unit.empty());
  CHECK(rule.impact->unit_column == "currency");
  REQUIRE(rule.evidence);
  CHECK(rule.evidence->both->text == "SELECT * FROM charges");
  CHECK(rule.severity == Severity::kWarning);
  CHECK(rule.owner == "payments-oncall");
  CHECK(rule.tags == std::vector<std::string>{"nightly", "billing"});
  CHECK(rule.why == "It ran twice.");
  CHECK(rule.written_by == "someone");
  CHECK(rule.redact == std::vector<std::string>{"email"});
  CHECK(rule.samples == 0);
  CHECK(rule.min_population == 5);
  REQUIRE(rule.allow_empty);
  CHECK(rule.allow_empty->reason == "before launch");
  CHECK(rule.allow_empty->until == std::chrono::year(2027) / 1 / 31);
  REQUIRE(rule.skip);
  CHECK(rule.skip->until == std::chrono::year(2028) / 2 / 29);
  CHECK(rule.timeout == std::chrono::milliseconds(2min));
  CHECK(rule.reads_through.at("billing.v") == "plain projection");
}

TEST_CASE("keys that are absent have the defaults of the contract", "[load]") {
  const Rule rule = accepted_with("");
  CHECK(rule.severity == Severity::kError);
  CHECK(rule.samples == 10);
  CHECK(rule.min_population == 1);
  CHECK(rule.key.empty());
  CHECK(rule.parameters.empty());
  CHECK_FALSE(rule.evidence);
  CHECK_FALSE(rule.timeout);
  CHECK_FALSE(rule.skip);
  CHECK_FALSE(rule.allow_empty);
}

TEST_CASE("a list of sources is told from a single one even with one name", "[load]") {
  std::string text = sound_rule("x");
  text.replace(text.find("\"billing\""), 9, "[\"eu\"]");
  const Rule rule = accepted(text);
  CHECK(rule.sources == std::vector<std::string>{"eu"});
  CHECK(rule.sources_is_array);
}

TEST_CASE("FB-021: a value of the wrong type is refused and never replaced by a default",
          "[load]") {
  check_refusals({
      {"samples = \"10\"", "7:11: 'samples' must be a whole number, not text"},
      {"samples = 10.0", "'samples' must be a whole number, not a binary fraction"},
      {"samples = inf", "'samples' must be a whole number, not inf, which is not finite"},
      {"samples = nan", "'samples' must be a whole number, not nan, which is not a number"},
      {"samples = -1", "'samples' must be from 0 to 10000, not -1"},
      {"samples = 10001", "'samples' must be from 0 to 10000, not 10001"},
      {"min_population = 0", "must be at least 1, not 0; use allow_empty"},
      {"min_population = -5", "must be at least 1, not -5"},
      {"min_population = \"1\"", "'min_population' must be a whole number, not text"},
      {"min_population = inf", "'min_population' must be a whole number, not inf"},
      {"severity = \"warn\"", "unknown severity 'warn'; did you mean 'warning'?"},
      {"severity = true", "'severity' must be text, not true or false"},
      {"owner = \" \"", "'owner' is blank"},
      {"owner = \"a\\nb\"", "'owner' must be one line"},
      {"timeout = 120", "'timeout' must be a duration such as \"10min\", not a whole number"},
      {"timeout = \"120\"", "'timeout' must be a whole number with d, h, min or s"},
      {"timeout = \"0s\"", "'timeout' must be longer than nothing"},
      {"timeout = \"-1s\"", "'timeout' must be"},
      {"tolerance = \"0.01\"", "'tolerance' is not supported yet"},
      {"enabled = \"false\"", "unknown key 'enabled'"},
  });
}

TEST_CASE("lists hold texts that are not blank and each only once", "[load]") {
  check_refusals({
      {"key = \"account_id\"", "'key' must be a list of texts, not text"},
      {"key = []", "'key' is an empty list; leave it out instead"},
      {"key = [\"a\", \"a\"]", "7:13: 'key' names 'a' twice"},
      {"key = [\"a\", 5]", "7:13: 'key' must hold only texts, not a whole number"},
      {"redact = [\"\"]", "'redact' holds a blank text"},
      {"tags = [\"a\", \" \"]", "'tags' holds a blank text"},
  });
}

TEST_CASE("an exemption needs a reason and a date", "[load]") {
  check_refusals({
      {"skip = true", "'skip' must be a table, not true or false"},
      {"skip = { reason = \"x\" }", "the required key 'until' is missing in [rule.x.skip]"},
      {"skip = { until = 2027-01-31 }", "the required key 'reason' is missing"},
      {"skip = { reason = \" \", until = 2027-01-31 }", "'reason' is blank"},
      {"skip = { reason = \"x\", until = \"2027-01-31\" }",
       "'until' must be a date without quotes, such as 2027-01-31, not text"},
      {"skip = { reason = \"x\", until = 2027-01-31T00:00:00 }",
       "such as 2027-01-31, not a date with a time"},
      {"allow_empty = { reason = \"x\", untill = 2027-01-31 }",
       "unknown key 'untill'; did you mean 'until'?"},
      {"skip = { reason = \"x\", until = 2027-02-30 }", "this is not TOML: expected day"},
  });
}

TEST_CASE("an impact needs a column and a unit", "[load]") {
  CHECK(accepted_with("impact = { column = \"a\", unit = \"GBP\" }\n").impact->unit == "GBP");
  check_refusals({
      {"impact = \"excess\"", "'impact' must be a table, not text"},
      {"impact = { column = \"a\" }", "the required key 'unit' is missing in [rule.x.impact]"},
      {"impact = { unit = \"GBP\" }", "the required key 'column' is missing"},
      {"impact = { column = \"a\", unit = 5 }", "'unit' must be text such as \"GBP\""},
      {"impact = { column = \"a\", unit = \"\" }", "'unit' is blank"},
      {"impact = { column = \"a\", unit = {} }", "the required key 'column' is missing"},
      {"impact = { colunm = \"a\", unit = \"GBP\" }",
       "unknown key 'colunm'; did you mean 'column'?"},
  });
}

TEST_CASE("an object to read through needs a reason", "[load]") {
  check_refusals({
      {"reads_through = [\"v\"]", "'reads_through' must be a table such as"},
      {"reads_through = { v = \" \" }", "'v' is blank"},
      {"reads_through = { v = true }", "'v' must be text, not true or false"},
      {"reads_through = { \"\" = \"reason\" }", "names a blank object"},
  });
}

TEST_CASE("parameters come in the order of the file with their defaults as text", "[load]") {
  const Rule rule = accepted_with(R"([rule.x.param]
zeta = { type = "date", default = "today - 35d" }
alpha = { type = "integer", default = 5 }
mid = { type = "boolean", default = false }
day = { type = "date", default = 2026-02-17 }
rate = { type = "decimal", default = "12.10" }
at = { type = "timestamp", optional = true }
label = { type = "text", default = "" }
[rule.x.param.last]
type = "text"
)");
  REQUIRE(rule.parameters.size() == 8);
  const std::vector<std::string> names = {"zeta", "alpha", "mid",   "day",
                                          "rate", "at",    "label", "last"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    CHECK(rule.parameters[i].name == names[i]);
  }
  CHECK(rule.parameters[0].fallback == "today - 35d");
  CHECK(rule.parameters[0].type == BindType::kDate);
  CHECK(to_text(rule.parameters[0].place) == "rules/billing.toml:8:1");
  CHECK(rule.parameters[1].fallback == "5");
  CHECK(rule.parameters[2].fallback == "false");
  CHECK(rule.parameters[3].fallback == "2026-02-17");
  CHECK(rule.parameters[4].fallback == "12.10");
  CHECK(rule.parameters[5].optional);
  CHECK_FALSE(rule.parameters[5].fallback);
  CHECK(rule.parameters[6].fallback == "");
  CHECK_FALSE(rule.parameters[7].optional);
  CHECK_FALSE(rule.parameters[7].fallback);
}

TEST_CASE("a parameter that cannot be what it says is refused", "[load]") {
  check_refusals({
      {"param = [\"since\"]", "'param' must be a table of parameters"},
      {"param.since = 5", "'since' must be a table such as"},
      {"param.since = {}", "the required key 'type' is missing in [rule.x.param.since]"},
      {"param.since = { type = \"dat\" }", "unknown type 'dat'; did you mean 'date'?"},
      {"param.since = { type = \"double\" }", "unknown type 'double'; known here: 'boolean'"},
      {"param.since = { type = \"date\", defualt = \"today\" }",
       "unknown key 'defualt'; did you mean 'default'?"},
      {"param.rate = { type = \"decimal\", default = 12.1 }",
       "the default is a binary fraction, which does not suit the type; write it as text"},
      {"param.n = { type = \"integer\", default = true }", "which does not suit the type"},
      {"param.n = { type = \"text\", default = 5 }", "which does not suit the type"},
      {"param.n = { type = \"integer\", default = inf }", "the default is inf"},
      {"param.n = { type = \"date\", default = \" \" }", "the default is blank"},
      {"param.n = { type = \"timestamp\", default = 2026-01-01 }", "does not suit the type"},
      {"param.n = { type = \"date\", optional = \"true\" }",
       "'optional' must be true or false, without quotes, not text"},
      {"param.n = { type = \"date\", default = \"today\", optional = true }",
       "has a default and is optional"},
      {"param.\"a-b\" = { type = \"date\" }", "must be named with letters, digits and '_'"},
      {"param.\"1a\" = { type = \"date\" }", "must be named with letters, digits and '_'"},
      {"param.\"\" = { type = \"date\" }", "must be named with letters, digits and '_'"},
      {"param.today = { type = \"date\" }", "'today' is a relative date"},
  });
}

}  // namespace
}  // namespace countercheck::test
