#include "checker/report/text_report.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "checker/report/characters.h"
#include "tests/checker/report/sample_runs.h"
#include "tests/support/catch.h"

namespace countercheck::test {

namespace {

std::string text_of(const RunResult& result, std::size_t width = 100) {
  TextOptions options;
  options.width = width;
  return text_report(result, options);
}

std::string text_of(const RuleResult& rule, std::size_t width = 100) {
  return text_of(run_of({rule}, 1), width);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string without_colors(std::string text) {
  for (std::size_t start = text.find('\x1b'); start != std::string::npos;
       start = text.find('\x1b')) {
    text.erase(start, text.find('m', start) - start + 1);
  }
  return text;
}

// The first character of a text, newline apart, that a terminal would not simply print.
std::size_t first_hidden(const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const Character character = first_character(std::string_view(text).substr(at));
    if (character.code != '\n' && is_hidden(character.code)) {
      return at;
    }
    at += character.bytes.size();
  }
  return std::string::npos;
}

// A run in which every text is `odd`.
RunResult run_full_of(const std::string& odd) {
  RuleResult rule = violated_rule(odd, {odd, "other"});
  rule.title = rule.owner = rule.source = rule.reason = rule.sql = rule.blind_spots = odd;
  rule.place.file = odd;
  rule.tags = rule.reads = rule.columns = rule.key = {odd};
  rule.impact = {{odd, odd, odd}};
  rule.parameters = {{odd, odd}};
  rule.samples.front().evidence = EvidenceResult{{odd}, {{odd}}, false, odd, odd};
  RuleResult holding = holding_rule(odd);
  holding.title = odd;
  RunResult result = run_of({rule, holding}, 1);
  SourceResult& source = result.sources.front();
  source.name = source.kind = source.target = source.server = source.role = odd;
  source.snapshot = source.strength = source.taken = source.search_path = odd;
  source.row_security = source.integrity_mode = source.integrity_message = odd;
  source.warnings = {odd};
  source.fresh = FreshResult{odd, odd, false, odd};
  RunFacts& run = result.run;
  run.id = run.started = run.finished = run.as_of = run.time_zone = run.version = run.host = odd;
  run.interrupted = odd;
  return result;
}

}  // namespace

TEST_CASE("without its colours the coloured text is the plain one", "[report]") {
  TextOptions options;
  options.verbose = true;
  const std::string plain = text_report(whole_run(), options);
  options.color = true;
  const std::string colored = text_report(whole_run(), options);
  CHECK(colored != plain);
  CHECK(without_colors(colored) == plain);
  CHECK_FALSE(has(plain, "\x1b"));
}

TEST_CASE("FB-096: both values of columns of one name are in the text", "[report]") {
  RuleResult rule = violated_rule("a.b", {"k"});
  rule.columns = {"total", "total"};
  rule.samples.front().values = {"10", "20"};
  CHECK_THAT(text_of(rule), contains("#  total  total\n    1     10     20\n"));
}

TEST_CASE("FB-097: the exact count stands beside the number shown", "[report]") {
  RuleResult rule = violated_rule("a.b", {"1", "2", "3", "4", "5"});
  rule.violations = 15000;
  CHECK_THAT(text_of(rule), contains("15000 violations (5 of 15000 shown)"));
  rule.complete = false;
  CHECK_THAT(text_of(rule), contains("at least 15000 violations (5 shown"));
}

TEST_CASE("a count with a key asked for keeps the total", "[report]") {
  RuleResult rule = violated_rule("a.b", {"1"});
  rule.violations = 15000;
  rule.matching = 3;
  CHECK_THAT(text_of(rule),
             contains("15000 violations (3 with the key asked for, 1 of them shown)"));
}

TEST_CASE("FB-098: a violation has its key, its values and the query to see all", "[report]") {
  RuleResult rule = violated_rule("a.b", {"A-17"});
  rule.columns = {"account_id", "charged", "metered", "difference"};
  rule.samples.front().values = {"A-17", "12.10", "12.00", "0.10"};
  const std::string text = text_of(rule);
  CHECK_THAT(text, contains("#  account_id  charged  metered  difference\n"
                            "    1  A-17          12.10    12.00        0.10\n"));
  CHECK_THAT(text, contains("  SQL:\n    SELECT account_id FROM readings WHERE units < 0\n"));
  CHECK_THAT(text, contains("key: account_id"));
}

TEST_CASE("FB-100: nothing in the data reaches the terminal unescaped", "[report]") {
  for (const std::string& odd :
       {std::string("A\x1b[31m"), std::string("<&]]>\"'"), std::string("\ufffe\r"),
        std::string("a\u202eb\u2066"), std::string("a\u200bb"), std::string("\u2028\u0085"),
        std::string("a\0b", 3), std::string("\xff\xc3"), std::string("\x07\x08\x7f")}) {
    TextOptions options;
    options.verbose = true;
    for (const std::size_t width : {20, 400}) {
      options.width = width;
      const std::string text = text_report(run_full_of(odd), options);
      CAPTURE(odd, text);
      CHECK(first_hidden(text) == std::string::npos);
    }
  }
}

TEST_CASE("no data can start a line of its own", "[report]") {
  TextOptions options;
  options.verbose = true;
  for (const std::size_t width : {20, 400}) {
    options.width = width;
    const std::string text = text_report(run_full_of("x\nHOLDS: 12 of 12 rules"), options);
    CHECK(has(text, "HOLDS: 12"));
    CHECK_FALSE(has(text, "\nHOLDS: 12"));
  }
}

TEST_CASE("FB-101: two keys of which one has a NUL do not print alike", "[report]") {
  const std::string text = text_of(violated_rule("a.b", {std::string("ab\0cd", 5), "ab"}));
  CHECK_THAT(text, contains("1  E'ab\\x00cd'\n"));
  CHECK_THAT(text, contains("2  ab\n"));
}

TEST_CASE("FB-102: bytes that are not UTF-8 keep the report whole", "[report]") {
  const std::string text = text_of(violated_rule("a.b", {"A\xFF"
                                                         "B"}));
  CHECK_THAT(text, contains("E'A\\xffB'"));
  CHECK_THAT(text, contains("VIOLATED: 1 of 1 rule; exit status 1\n"));
}

TEST_CASE("FB-103: brackets and percent signs in data are only data", "[report]") {
  std::string ascii;
  for (char character = ' '; character <= '~'; ++character) {
    ascii += character;
  }
  REQUIRE(ascii.size() == 95);
  for (const std::string& odd : {std::string("acct={A-1} cents={:d}"), std::string("{"),
                                 std::string("{}{0}{{}}"), std::string("%s%n%"), ascii}) {
    CAPTURE(odd);
    const std::string text = text_of(run_full_of(odd), 400);
    CHECK_THAT(text, contains("VIOLATED " + odd + " (error)  " + odd + ":12\n"));
    CHECK_THAT(text, contains("reason: " + odd + "\n"));
    CHECK_THAT(text, contains("to see it: " + odd + "\n"));
  }
}

TEST_CASE("FB-109: a long cell is cut with its length stated", "[report]") {
  const std::string text = text_of(violated_rule("a.b", {std::string(50 * 1024 * 1024, 'x')}));
  CHECK(text.size() < 2000);
  CHECK_THAT(text, contains("… (52428800 bytes)"));
}

TEST_CASE("FB-109: a row of 1600 columns is cut with their number stated", "[report]") {
  RuleResult rule = violated_rule("a.b", {"k"});
  rule.columns.assign(1600, "c");
  rule.samples.front().values.assign(1600, "v");
  rule.key = {"k"};
  const std::string text = text_of(rule);
  CHECK_THAT(text, contains("60 of 1600 columns shown"));
  CHECK(text.size() < 4000);
}

TEST_CASE("FB-115: keys that look alike are shown with their code points", "[report]") {
  const std::string text = text_of(violated_rule("a.b", {"caf\u00e9", "plain", "cafe\u0301"}));
  CHECK_THAT(text, contains("sample 1, account_id: U+0063 U+0061 U+0066 U+00E9\n"));
  CHECK_THAT(text, contains("sample 3, account_id: U+0063 U+0061 U+0066 U+0065 U+0301\n"));
  CHECK_FALSE(has(text, "sample 2, account_id"));
  CHECK_FALSE(has(text_of(violated_rule("a.b", {"caf\u00e9", "cafe"})), "look alike"));
}

TEST_CASE("impact is exact for each currency and keeps its digits", "[report]") {
  RuleResult rule = violated_rule("a.b", {"1"});
  rule.impact = {{"GBP", "12345.60", "-0.40"}, {"", "1234567890123456789.10", "0"}};
  CHECK_THAT(text_of(rule), contains("impact 12345.60 GBP, signed -0.40 GBP; "
                                     "1234567890123456789.10, signed 0\n"));
}

TEST_CASE("evidence without rows says so and why", "[report]") {
  RuleResult rule = violated_rule("a.b", {"1"});
  rule.samples.front().evidence = EvidenceResult{{"a"}, {}, false, "sqlite3 x.db 'q'", ""};
  CHECK_THAT(text_of(rule), contains("evidence of sample 1 (account_id = 1): no row found\n"
                                     "    to see it: sqlite3 x.db 'q'\n"));
  rule.samples.front().evidence->reason = "timeout";
  CHECK_THAT(text_of(rule), contains("not shown: timeout\n"));
  CHECK_FALSE(has(text_of(rule), "no row found"));
}

TEST_CASE("a command with a newline stays one line that can be pasted", "[report]") {
  RuleResult rule = violated_rule("a.b", {"1"});
  rule.samples.front().evidence =
      EvidenceResult{{"a"}, {}, false, "sqlite3 'x.db' 'SELECT \\ \n1'", ""};
  CHECK_THAT(text_of(rule),
             contains("to see it: eval $'sqlite3 \\'x.db\\' \\'SELECT \\\\ \\n1\\''\n"));
}

TEST_CASE("every verdict gives a reason even where none was recorded but where it is its own",
          "[report]") {
  REQUIRE(kAllVerdicts.size() == 6);
  for (const Verdict verdict : kAllVerdicts) {
    RuleResult rule = holding_rule("a.b");
    rule.verdict = verdict;
    // Violations that were counted to the end say it themselves.
    const bool needs_none = verdict == Verdict::kHolds || verdict == Verdict::kViolated;
    CHECK(has(text_of(rule), "reason: none was given") != needs_none);
    rule.complete = false;
    CHECK(has(text_of(rule), "reason: none was given") == (verdict != Verdict::kHolds));
    rule.complete = true;
    rule.reason = "because";
    CHECK(has(text_of(rule), "reason: because\n") == (verdict != Verdict::kHolds));
  }
}

TEST_CASE("rules without an answer have their place and owner", "[report]") {
  for (const Verdict verdict : {Verdict::kUndecided, Verdict::kVacuous, Verdict::kSkipped}) {
    RuleResult rule = holding_rule("a.b");
    rule.verdict = verdict;
    CHECK_THAT(text_of(rule), contains("a.b (error)  rules/usage.toml:12\n"));
    CHECK_THAT(text_of(rule), contains("owner on-call"));
  }
}

TEST_CASE("blind spots are told only when asked for", "[report]") {
  CHECK_FALSE(has(text_of(quiet_run()), "Cannot see"));
  TextOptions options;
  options.verbose = true;
  CHECK_THAT(text_report(quiet_run(), options), contains("cannot see: Cannot see a reading"));
}

TEST_CASE("what needs attention comes before what holds", "[report]") {
  const std::string text = text_of(whole_run());
  const std::vector<std::string> order = {"VIOLATED billing", "VIOLATED usage", "UNDECIDED usage",
                                          "VACUOUS usage",    "KNOWN usage",    "SKIPPED usage",
                                          "holds usage"};
  REQUIRE(order.size() == 7);
  std::size_t last = 0;
  for (const std::string& part : order) {
    CAPTURE(part);
    REQUIRE(has(text, part));
    CHECK(text.find(part) > last);
    last = text.find(part);
  }
}

}  // namespace countercheck::test
