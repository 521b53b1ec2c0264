// Keys that are unknown, misspelt, twice, misplaced, missing or not built yet.
#include <string>
#include <vector>

#include "checker/load/rule_keys.h"
#include "tests/checker/load/workspace.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

TEST_CASE("FB-019: a misspelt key next to a right one is named with file line and nearest key",
          "[load]") {
  CHECK(refusal_with("tolerence = 5\n") ==
        "rules/billing.toml:7:1: unknown key 'tolerence'; did you mean 'tolerance'?\n");
  CHECK(refusal_with("serverity = \"warning\"\n") ==
        "rules/billing.toml:7:1: unknown key 'serverity'; did you mean 'severity'?\n");
}

TEST_CASE("FB-019: a misspelt table next to a right one is no lost rule", "[load]") {
  const std::string text = refusal_of(sound_rule("x") + "[[rules]]\ntitle = \"R-TOT\"\n");
  CHECK(text == "rules/billing.toml:7:3: unknown key 'rules'; did you mean 'rule'?\n");
  CHECK_THAT(refusal_of(sound_rule("x") + "[rules.y]\ntitle = \"R-TOT\"\n"),
             contains("unknown key 'rules'; did you mean 'rule'?"));
  CHECK_THAT(refusal_of(sound_rule("x") + "[Rule.y]\ntitle = \"R-TOT\"\n"),
             contains("unknown key 'Rule'; did you mean 'rule'?"));
}

TEST_CASE("FB-022: a key after a sub-table header is refused with the header it fell under",
          "[load]") {
  const std::string text =
      refusal_with("[rule.x.sampling]\nmax = 5\n\nmin_rows = 1\nmin_population = 3\n");
  CHECK_THAT(text, contains("rules/billing.toml:7:9: unknown key 'sampling'"));
  CHECK_THAT(text, contains("rules/billing.toml:10:1: unknown key 'rule.x.sampling.min_rows': it "
                            "stands under the header [rule.x.sampling]\n"));
  CHECK_THAT(text, contains("rules/billing.toml:11:1: 'min_population' belongs to [rule.x], but "
                            "stands under [rule.x.sampling]: in TOML every key after a header "
                            "belongs to that header, so move it above that header\n"));
  // As the case has it: a rule that is called "sampling".
  CHECK_THAT(refusal_of("[rule.sampling]\nmax = 5\n\nmin_rows = 1\n"),
             contains("rules/billing.toml:4:1: unknown key 'min_rows'"));
}

TEST_CASE("FB-022: a key of the rule after its parameters is not taken for a parameter", "[load]") {
  const std::string lines = "[rule.x.param]\nsince = { type = \"date\" }\nmin_population = 1\n";
  CHECK(refusal_with(lines) ==
        "rules/billing.toml:9:1: 'min_population' belongs to [rule.x], but stands under "
        "[rule.x.param]: in TOML every key after a header belongs to that header, so move it above "
        "that header\n");
}

TEST_CASE("FB-022: a text key of the rule after its accepted objects is not taken for an object",
          "[load]") {
  CHECK_THAT(refusal_with("[rule.x.reads_through]\n\"billing.v\" = \"a reason\"\n"
                          "severity = \"warning\"\n"),
             contains("rules/billing.toml:9:1: 'severity' belongs to [rule.x]"));
  // Written inline there is no header to fall under, and a table may have such a name.
  CHECK(accepted_with("reads_through = { owner = \"a reason\" }\n").reads_through.size() == 1);
}

TEST_CASE("a key of a rule above every header is told where it belongs", "[load]") {
  CHECK_THAT(refusal_of("title = \"x\"\n" + sound_rule("x")),
             contains("rules/billing.toml:1:1: 'title' is a key of a rule: write it below a "
                      "header [rule.NAME]\n"));
  CHECK_THAT(refusal_of("[rule]\ntitle = \"x\"\n"),
             contains("rules/billing.toml:2:1: 'title' is a key of a rule, which needs a name"));
  CHECK_THAT(refusal_of("timezone = \"UTC\"\n" + sound_rule("x")),
             contains("'timezone' belongs in the project file"));
}

TEST_CASE("FB-020: one rule name twice in a file is refused with both places", "[load]") {
  CHECK(refusal_of(sound_rule("dup") + sound_rule("dup")) ==
        "rules/billing.toml:7:1: 'rule.dup' is written twice; the first is at "
        "rules/billing.toml:1:1\n");
}

TEST_CASE("a key twice in one rule is refused with both places", "[load]") {
  CHECK(refusal_of(sound_rule("a") + sound_rule("x") + "source = \"us\"\n") ==
        "rules/billing.toml:13:10: 'source' is written twice; the first is at "
        "rules/billing.toml:9:1\n");
  CHECK_THAT(refusal_with("impact = { column = \"a\", column = \"b\", unit = \"GBP\" }\n"),
             contains("rules/billing.toml:7:35: 'column' is written twice"));
  CHECK_THAT(refusal_with("[rule.x.param.a]\ntype = \"date\"\n[rule.x.param.a]\n"),
             contains("rules/billing.toml:9:1: 'rule.x.param.a' is written twice; the first is at "
                      "rules/billing.toml:7:1\n"));
}

TEST_CASE("a list of rules is refused with the header to write", "[load]") {
  CHECK_THAT(refusal_of("[[rule]]\ntitle = \"x\"\n"), contains("write [rule.NAME]"));
  CHECK_THAT(refusal_of("[[rule.x]]\ntitle = \"x\"\n"), contains("write [rule.x]"));
  CHECK_THAT(refusal_of("rule = 5\n"), contains("write [rule.NAME]"));
  CHECK_THAT(refusal_of("rule.x = 5\n"), contains("'x' must be a rule"));
}

TEST_CASE("every missing required key is named", "[load]") {
  CHECK(refusal_of("[rule.x]\n") ==
        "rules/billing.toml:1:1: rule 'x' lacks the required key 'blind_spots'\n"
        "rules/billing.toml:1:1: rule 'x' lacks the required key 'population'\n"
        "rules/billing.toml:1:1: rule 'x' lacks the required key 'source'\n"
        "rules/billing.toml:1:1: rule 'x' lacks the required key 'title'\n"
        "rules/billing.toml:1:1: rule 'x' lacks the required key 'violations'\n");
}

TEST_CASE("a frozen key whose feature is not built is refused and never ignored", "[load]") {
  const std::vector<std::string> keys = {"watch",   "enforced_by", "fault", "shares",
                                         "compare", "as",          "side",  "tolerance"};
  for (const std::string& key : keys) {
    INFO(key);
    CHECK(refusal_with(key + " = inf\n") ==
          "rules/billing.toml:7:1: '" + key + "' is not supported yet\n");
  }
  CHECK(refusal_with("[[rule.x.fault]]\nname = \"a\"\n") ==
        "rules/billing.toml:7:10: 'fault' is not supported yet\n");
  CHECK_THAT(refusal_with("min_population = \"50% of the last run\"\n"),
             contains("is not supported yet"));
}

TEST_CASE("a two-sided rule is refused for its sides and not for the SQL that it need not have",
          "[load]") {
  CHECK(refusal_of("[rule.x]\ntitle = \"t\"\nblind_spots = \"b\"\ncompare = [\"a\"]\n"
                   "[rule.x.side.usage]\nsource = \"u\"\nsql = 'SELECT 1'\n") ==
        "rules/billing.toml:4:1: 'compare' is not supported yet\n"
        "rules/billing.toml:5:9: 'side' is not supported yet\n");
}

TEST_CASE("a rule name of other characters than letters digits and dashes is refused", "[load]") {
  for (const std::string name :
       {"\"a b\"", "\"\"", "\"a.b\"", "\"a@eu\"", "\"é\"", "\"a/b\"", "\"a*\""}) {
    INFO(name);
    CHECK_THAT(refusal_of(sound_rule(name)), contains("must be of letters, digits, '-' and '_'"));
  }
  CHECK(accepted(sound_rule("one-charge_2")).id == "billing.one-charge_2");
}

TEST_CASE("all mistakes of a file are told at once and in order", "[load]") {
  const std::string text = refusal_of(
      "[rule.x]\ntitle = 5\nsource = \"\"\nblind_spots = [\"b\"]\n"
      "violations = ''\npopulation = 1\nsamples = \"ten\"\n"
      "colour = 1\n");
  CHECK(text ==
        "rules/billing.toml:2:9: 'title' must be text, not a whole number\n"
        "rules/billing.toml:3:10: 'source' is blank\n"
        "rules/billing.toml:4:15: 'blind_spots' must be text, not a list\n"
        "rules/billing.toml:5:14: the SQL in 'violations' is blank: there is nothing to run\n"
        "rules/billing.toml:6:14: 'population' must be SQL in ''' … ''', { postgres = …, sqlite = "
        "… } or { file = … }, not a whole number\n"
        "rules/billing.toml:7:11: 'samples' must be a whole number, not text\n"
        "rules/billing.toml:8:1: unknown key 'colour'; known here: 'allow_empty', 'as', "
        "'blind_spots', 'compare', 'enforced_by', 'evidence', 'fault', 'impact', 'key', "
        "'min_population', 'owner', 'param', 'population', 'reads_through', 'redact', 'samples', "
        "'severity', 'shares', 'side', 'skip', 'source', 'tags', 'timeout', 'title', 'tolerance', "
        "'violations', 'watch', 'why', 'written_by'\n");
}

TEST_CASE("text that is not TOML is one mistake with its place", "[load]") {
  CHECK_THAT(refusal_of("[rule.x]\ntitle \"x\"\n"),
             contains("rules/billing.toml:2:7: this is not TOML: expected '='"));
  CHECK_THAT(refusal_of("[rule.x]\ntitle = \"x\xff\"\n"),
             contains("rules/billing.toml:2:11: this byte is not UTF-8"));
  CHECK_THAT(refusal_of(std::string("[rule.x]\ntitle = 'a\0b'\n", 23)),
             contains("rules/billing.toml:2:"));
  CHECK_THAT(refusal_of(sound_rule("x") + "[rule.x"), contains("rules/billing.toml:7:8: "));
}

TEST_CASE("a key of thousands of dots is refused before it is parsed", "[load]") {
  std::string key = "a";
  for (int i = 0; i < 200000; ++i) {
    key += ".a";
  }
  CHECK_THAT(refusal_of(key + " = 1\n"), contains("more than 200 dots in one key"));
  CHECK_THAT(refusal_of("[" + key + "]\n"), contains("more than 200 dots in one key"));
  CHECK(accepted_with("why = '" + std::string(500, '.') + "'\n").why.size() == 500);
}

}  // namespace
}  // namespace countercheck::test
