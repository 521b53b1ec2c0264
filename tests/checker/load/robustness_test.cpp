// Damaged rule files: whatever the damage, loading ends with rules that are whole or with mistakes.
#include <string>

#include "tests/checker/load/workspace.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

const std::string kWhole = R"([rule.one-charge]
title = "At most one"
source = ["eu", "us"]
blind_spots = "Blind."
violations = '''
SELECT a FROM b WHERE c >= :since'''
population = { postgres = "SELECT 1", sqlite = 'SELECT 2' }
key = ["a"]
impact = { column = "a", unit = { column = "u" } }
severity = "warning"
samples = 5
skip = { reason = "é", until = 2027-01-31 }
timeout = "2min"
reads_through = { v = "why" }

[rule.one-charge.param]
since = { type = "date", default = "today - 35d" }
)";

bool is_whole(const RuleSql& sql) {
  bool any = false;
  for (const auto* text : {&sql.both, &sql.postgres, &sql.sqlite}) {
    if (*text) {
      any = true;
      if ((*text)->text.find_first_not_of(" \r\n\t") == std::string::npos) {
        return false;
      }
    }
  }
  return any;
}

// What every rule that was accepted must be, however its file came about.
bool is_whole(const Rule& rule) {
  const bool named = !rule.name.empty() && !rule.title.empty() && !rule.blind_spots.empty();
  const bool excused = !rule.skip || (!rule.skip->reason.empty() && rule.skip->until.ok());
  return named && excused && !rule.sources.empty() && is_whole(rule.violations) &&
         is_whole(rule.population) && rule.min_population >= 1 && rule.samples <= 10000;
}

// Loads one text; true when it was accepted.
bool load_damaged(const std::string& text) {
  RuleLoad load;
  read_rule_text("rules/billing.toml", text, load);
  if (!load.mistakes.empty()) {
    return false;
  }
  REQUIRE_FALSE(load.rules.empty());
  for (const Rule& rule : load.rules) {
    INFO(text);
    REQUIRE(is_whole(rule));
  }
  return true;
}

TEST_CASE("a rule file cut short anywhere is refused or gives whole rules", "[load]") {
  REQUIRE(load_damaged(kWhole));
  const std::size_t last_required = kWhole.find("key = ");
  std::size_t accepted = 0;
  for (std::size_t length = 0; length < kWhole.size(); ++length) {
    const bool ok = load_damaged(kWhole.substr(0, length));
    accepted += ok ? 1 : 0;
    if (length + 1 < last_required) {
      INFO(length);
      REQUIRE_FALSE(ok);
    }
  }
  // Cut between two lines, the rest is a rule with fewer keys.
  CHECK(accepted >= 8);
}

TEST_CASE("a rule file with any one byte changed is refused or gives whole rules", "[load]") {
  const std::string damage = {'\0', '\n', '\r', '"', '\'', '[', ']',    '{',    '}',
                              '=',  '.',  ',',  '#', ' ',  '-', '\\',   '9',    'z',
                              '_',  ':',  '+',  'T', '\t', '~', '\x7f', '\x80', '\xff'};
  std::size_t loads = 0;
  for (std::size_t at = 0; at < kWhole.size(); ++at) {
    for (const char byte : damage) {
      std::string text = kWhole;
      text[at] = byte;
      load_damaged(text);
      ++loads;
    }
  }
  CHECK(loads == kWhole.size() * damage.size());
}

TEST_CASE("a rule file with any one byte gone or doubled is refused or gives whole rules",
          "[load]") {
  for (std::size_t at = 0; at < kWhole.size(); ++at) {
    std::string text = kWhole;
    load_damaged(text.erase(at, 1));
    text = kWhole;
    load_damaged(text.insert(at, 1, kWhole[at]));
  }
  CHECK_FALSE(kWhole.empty());
}

TEST_CASE("a required key that loses a letter is a refusal and never a default", "[load]") {
  for (const std::string key : {"title", "source", "blind_spots", "violations", "population"}) {
    std::string text = kWhole;
    text.erase(text.find(key), 1);
    INFO(key);
    CHECK_FALSE(load_damaged(text));
  }
}

}  // namespace
}  // namespace countercheck::test
