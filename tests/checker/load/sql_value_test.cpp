#include "checker/load/sql_value.h"

#include <filesystem>
#include <string>

#include "tests/checker/load/workspace.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

// A sound rule whose violations are written as `spelling`, from line 5 column 14.
std::string with_violations(const std::string& spelling) {
  std::string text = sound_rule("x");
  const std::string own = "'SELECT account_id FROM charges'";
  return text.replace(text.find(own), own.size(), spelling);
}

SqlText violations_of(const std::string& spelling) {
  return *accepted(with_violations(spelling)).violations.both;
}

TEST_CASE("SQL in a literal string knows the place of each of its characters", "[load]") {
  const SqlText sql = violations_of("'SELECT colunm'");
  CHECK(sql.offsets_hold);
  CHECK(to_text(sql.start) == "rules/billing.toml:5:15");
  CHECK(to_text(place_in(sql, sql.text.find("colunm"))) == "rules/billing.toml:5:22");
}

TEST_CASE("SQL after three quotes starts where its first character stands", "[load]") {
  CHECK(to_text(violations_of("'''SELECT 1'''").start) == "rules/billing.toml:5:17");
  const SqlText sql = violations_of("'''\n  SELECT 'é', colunm'''");
  CHECK(sql.offsets_hold);
  CHECK(sql.text == "  SELECT 'é', colunm");
  CHECK(to_text(sql.start) == "rules/billing.toml:6:1");
  CHECK(to_text(place_in(sql, sql.text.find("colunm"))) == "rules/billing.toml:6:15");
}

TEST_CASE("SQL with CRLF line ends keeps its places", "[load]") {
  const SqlText sql = violations_of("'''\r\nSELECT 1,\r\n  colunm'''");
  CHECK(sql.offsets_hold);
  CHECK(to_text(sql.start) == "rules/billing.toml:6:1");
  CHECK(to_text(place_in(sql, sql.text.find("colunm"))) == "rules/billing.toml:7:3");
}

TEST_CASE("SQL in a file with a byte order mark or letters of several bytes keeps its places",
          "[load]") {
  const Rule rule = accepted(
      "\xEF\xBB\xBF[rule.x]\ntitle = \"é\"\nsource = \"s\"\nblind_spots = "
      "\"é\"\nviolations = { \"postgres\" = 'SELECT é', sqlite = 'SELECT "
      "2' }\npopulation = 'SELECT 1'\n");
  REQUIRE(rule.violations.sqlite);
  CHECK_FALSE(rule.violations.both);
  CHECK(rule.violations.postgres->text == "SELECT é");
  CHECK(rule.violations.sqlite->offsets_hold);
  CHECK(to_text(rule.violations.sqlite->start) == "rules/billing.toml:5:51");
}

TEST_CASE("SQL with a backslash in a basic string is refused because it changes the text",
          "[load]") {
  for (const std::string spelling :
       {R"("SELECT '\n'")", R"("""SELECT '\\'""")", R"("SELECT \"a\"")",
        "\"\"\"SELECT \\\n 1\"\"\"", R"("\u0053ELECT 1")"}) {
    INFO(spelling);
    CHECK_THAT(refusal_of(with_violations(spelling)),
               contains("rules/billing.toml:5:14: the SQL in 'violations' has a backslash"));
  }
}

TEST_CASE("SQL in a basic string without a backslash keeps its places", "[load]") {
  const SqlText one = violations_of("\"SELECT 'x'\"");
  CHECK(one.offsets_hold);
  CHECK(to_text(one.start) == "rules/billing.toml:5:15");
  const SqlText many = violations_of("\"\"\"\nSELECT \"a\"\"\"\"");
  CHECK(many.text == "SELECT \"a\"");
  CHECK(many.offsets_hold);
  CHECK(to_text(many.start) == "rules/billing.toml:6:1");
  // The backslash of another string on the line is not one of this string.
  CHECK(accepted(with_violations("{ postgres = \"SELECT 1\", sqlite = 'SELECT \\n' }"))
            .violations.postgres->offsets_hold);
}

TEST_CASE("FB-013: an empty or blank SQL text is refused", "[load]") {
  for (const std::string spelling : {"''", "' '", "'''\n\n'''", "\"\"", "{ postgres = '' }"}) {
    INFO(spelling);
    CHECK_THAT(refusal_of(with_violations(spelling)),
               contains("is blank: there is nothing to run"));
  }
}

TEST_CASE("SQL of more than 64 KiB is refused and of exactly so much is not", "[load]") {
  const std::string start = "SELECT ";
  const std::string fits = start + std::string(64 * 1024 - start.size(), '1');
  CHECK(violations_of("'" + fits + "'").text.size() == 65536);
  CHECK_THAT(refusal_of(with_violations("'" + fits + "1'")), contains("is longer than 64 KiB"));
}

TEST_CASE("a table of SQL must hold what belongs together", "[load]") {
  CHECK_THAT(refusal_of(with_violations("{}")), contains("'violations' has no SQL"));
  CHECK_THAT(refusal_of(with_violations("{ postgre = 'SELECT 1' }")),
             contains("unknown key 'postgre'; did you mean 'postgres'?"));
  CHECK_THAT(refusal_of(with_violations("{ postgres = 5 }")),
             contains("'postgres' must be SQL in ''' … ''' or { file = … }"));
  CHECK_THAT(refusal_of(with_violations("{ file = 5 }")), contains("'file' must be text"));
}

TEST_CASE("SQL may stand in a file beside the rule file", "[load]") {
  const Workspace workspace;
  workspace.write("rules/sql/x.sql", "SELECT 1,\r\n  colunm\n");
  workspace.write("rules/y.sql", "SELECT 2");
  const auto file = workspace.write(
      "rules/a.toml",
      with_violations("{ postgres = { file = \"sql/x.sql\" }, sqlite = { file = \"y.sql\" } }"));
  const auto rules = load_rules({file}, {});
  REQUIRE(rules);
  const SqlText& sql = *rules.value().front().violations.postgres;
  CHECK(sql.text == "SELECT 1,\r\n  colunm\n");
  CHECK(to_text(sql.start) == workspace.path("rules/sql/x.sql") + ":1:1");
  CHECK(place_in(sql, sql.text.find("colunm")).line == 2);
  CHECK(rules.value().front().violations.sqlite->text == "SELECT 2");
}

TEST_CASE("an SQL file that serves two rules is refused with both places", "[load]") {
  const Workspace workspace;
  workspace.write("rules/x.sql", "SELECT 1");
  std::filesystem::create_symlink("x.sql", workspace.path("rules/link.sql"));
  const auto a = workspace.write("rules/a.toml", with_violations("{ file = \"x.sql\" }"));
  const auto b = workspace.write("rules/b.toml", with_violations("{ file = \"link.sql\" }"));
  CHECK(refusal_of_paths({workspace.path("rules")}) ==
        b + ":5:23: the SQL file 'link.sql' is used already at " + a +
            ":5:23: no other rule may use it, write it out once more\n");
}

TEST_CASE("an SQL file that cannot be used is refused", "[load]") {
  const Workspace workspace;
  workspace.write("secret.sql", "SELECT 1");
  workspace.write("rules/blank.sql", "\n\n");
  workspace.write("rules/bad.sql", "SELECT '\xff'");
  workspace.write("rules/mark.sql", "\xEF\xBB\xBFSELECT 1");
  workspace.write("rules/nul.sql", std::string("SELECT 1\0", 9));
  workspace.write("rules/long.sql", std::string(65537, '1'));
  workspace.write("rules/folder/z.sql", "SELECT 1");
  std::filesystem::create_symlink("../secret.sql", workspace.path("rules/link.sql"));
  const auto refusal = [&](const std::string& name) {
    workspace.write("rules/a.toml", with_violations("{ file = \"" + name + "\" }"));
    return refusal_of_paths({workspace.path("rules/a.toml")});
  };
  CHECK_THAT(refusal("gone.sql"),
             contains("a.toml:5:23: the SQL file 'gone.sql' cannot be opened"));
  CHECK_THAT(refusal("blank.sql"), contains("blank.sql:1:1: this SQL is blank"));
  CHECK_THAT(refusal("bad.sql"), contains("bad.sql:1:9: this byte is not UTF-8"));
  CHECK_THAT(refusal("mark.sql"), contains("starts with a byte order mark"));
  CHECK_THAT(refusal("nul.sql"), contains("holds a NUL byte"));
  CHECK_THAT(refusal("long.sql"), contains("is larger than 64 KiB"));
  CHECK_THAT(refusal("folder"), contains("is a directory"));
  CHECK_THAT(refusal(""), contains("'file' is blank"));
  const std::string outside = "is not in the folder of the rule file or below it";
  CHECK_THAT(refusal("../secret.sql"), contains(outside));
  CHECK_THAT(refusal("link.sql"), contains(outside));
  CHECK_THAT(refusal(workspace.path("secret.sql")), contains(outside));
}

}  // namespace
}  // namespace countercheck::test
