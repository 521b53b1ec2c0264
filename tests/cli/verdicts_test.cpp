// What a run says and exits with: runs that could not check, runs that checked nothing, and counts
// that must not wrap or be softened.
#include <string>

#include "tests/cli/pack.h"
#include "tests/support/catch.h"
#include "tests/support/program.h"

namespace countercheck::test {

namespace {

std::string negative_charges(int count) {
  return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " +
         std::to_string(count) +
         ") INSERT INTO charge(acct, day, item, cents) SELECT 'A-' || i, '2031-04-02', 'gpu', -1 "
         "FROM n;";
}

}  // namespace

TEST_CASE("FB-001: a rule that cannot run makes the run neither green nor red", "[cli][sqlite]") {
  const TestFolder folder;
  sqlite(folder.file("a.db"), std::string(kTables) + kClean);
  folder.write("r.toml", rule_text("good", kDup, "charge") +
                             rule_text("misspelt", "SELECT acct FROM chrage", "charge"));
  const Ran ran =
      countercheck({"run", folder.file("r.toml"), "--source", "db=" + folder.file("a.db")});
  CHECK(ran.exit == 2);
  CHECK_THAT(ran.out, contains("r.misspelt"));
  CHECK_THAT(ran.out, contains("no such table: chrage"));
  CHECK_THAT(ran.out, contains("1 undecided"));
  CHECK_THAT(ran.out, contains("1 holds"));
}

TEST_CASE("FB-001: one broken and one violated rule show in both bits", "[cli][sqlite]") {
  const TestFolder folder;
  sqlite(folder.file("a.db"), std::string(kTables) + kClean + kDuplicate);
  folder.write("r.toml", rule_text("red", kDup, "charge") +
                             rule_text("misspelt", "SELECT acct FROM chrage", "charge"));
  const Ran ran =
      countercheck({"run", folder.file("r.toml"), "--source", "db=" + folder.file("a.db")});
  CHECK(ran.exit == 3);
}

TEST_CASE("FB-002: a rule that breaks off at run time is one result among all", "[cli][sqlite]") {
  const TestFolder folder;
  sqlite(folder.file("a.db"), std::string(kTables) + kClean);
  folder.write("rules/a.toml", rule_text("first", kDup, "charge"));
  folder.write("rules/b.toml",
               rule_text("overflows", "SELECT sum(9223372036854775807) FROM charge", "charge"));
  folder.write("rules/c.toml", rule_text("last", kNeg, "charge"));
  const Ran ran =
      countercheck({"run", folder.file("rules"), "--source", "db=" + folder.file("a.db")});
  CHECK(ran.exit == 2);
  CHECK_THAT(ran.out, contains("3 rules selected"));
  CHECK_THAT(ran.out, contains("integer overflow"));
  CHECK_THAT(ran.out, contains("2 holds"));
  CHECK_THAT(ran.out, contains("0 skipped"));
}

TEST_CASE("FB-003: a violation whose sample is not UTF-8 stays a violation", "[cli][sqlite]") {
  const TestFolder folder;
  sqlite(folder.file("a.db"),
         std::string(kTables) + kClean +
             "INSERT INTO charge(acct, cents) VALUES (CAST(x'41FF42' AS TEXT), -5);");
  folder.write("r.toml", rule_text("a", kDup, "charge") + rule_text("b", kNeg, "charge") +
                             rule_text("c", kDup, "charge"));
  const Ran ran =
      countercheck({"run", folder.file("r.toml"), "--source", "db=" + folder.file("a.db"), "-o",
                    "json=" + folder.file("r.json")});
  CHECK(ran.exit == 1);
  CHECK_THAT(ran.out, contains("3 rules selected: 1 violated"));
  CHECK_THAT(ran.out, contains("A\\xFFB"));
  CHECK_THAT(folder.read("r.json"), contains("A\\\\xFFB"));
}

TEST_CASE("FB-005: an emptied table is vacuous and not green", "[cli][sqlite]") {
  const TestFolder folder;
  sqlite(folder.file("a.db"),
         std::string(kTables) + "INSERT INTO usage_line VALUES ('A','d','i',1);");
  folder.write("r.toml", rule_text("dup", kDup, "charge"));
  const Ran ran =
      countercheck({"run", folder.file("r.toml"), "--source", "db=" + folder.file("a.db")});
  CHECK(ran.exit == 2);
  CHECK_THAT(ran.out, contains("VACUOUS"));
  CHECK_THAT(ran.out, contains("looked at 0 rows"));

  folder.write("r.toml",
               rule_text("dup", kDup, "charge",
                         "allow_empty = { reason = \"not launched\", until = 2999-01-01 }") +
                   rule_text("usage", "SELECT 1 FROM usage_line WHERE qty < 0", "usage_line"));
  const Ran allowed =
      countercheck({"run", folder.file("r.toml"), "--source", "db=" + folder.file("a.db")});
  CHECK(allowed.exit == 0);
  CHECK_THAT(allowed.out, contains("not launched"));
  CHECK_THAT(allowed.out, contains("1 vacuous"));
}

TEST_CASE("FB-006: nothing to check is a refusal with its own words", "[cli][sqlite]") {
  const TestFolder folder;
  sqlite(folder.file("a.db"), std::string(kTables) + kClean);
  folder.write("rules/notes.txt", "no rule here");
  folder.write("pack/r.toml", rule_text("duplicates-charge", kDup, "charge"));
  const std::string source = "db=" + folder.file("a.db");

  const Ran empty = countercheck({"run", folder.file("rules"), "--source", source});
  CHECK(empty.exit == 64);
  CHECK_THAT(empty.err, contains("rules"));
  const Ran renamed = countercheck({"run", folder.file("pack"), "r.dup-*", "--source", source});
  CHECK(renamed.exit == 64);
  CHECK_THAT(renamed.err, contains("r.duplicates-charge"));
  const Ran misspelt = countercheck({"run", folder.file("rulse"), "--source", source});
  CHECK(misspelt.exit == 64);
  CHECK_THAT(misspelt.err, contains("rulse"));
  CHECK(empty.err != misspelt.err);
  CHECK(empty.out.empty());
}

TEST_CASE("FB-007: a run of skipped rules is not green and skips end by themselves",
          "[cli][sqlite]") {
  const TestFolder folder;
  sqlite(folder.file("a.db"), std::string(kTables) + kClean);
  const std::string skip = "skip = { reason = \"being rewritten\", until = 2999-01-01 }";
  folder.write("r.toml",
               rule_text("a", kDup, "charge", skip) + rule_text("b", kNeg, "charge", skip));
  const std::string source = "db=" + folder.file("a.db");
  const Ran all = countercheck({"run", folder.file("r.toml"), "--source", source});
  CHECK(all.exit == 2);
  CHECK_THAT(all.out, contains("2 skipped"));
  CHECK_THAT(all.out, contains("being rewritten"));

  folder.write("r.toml", rule_text("a", kDup, "charge", skip) + rule_text("b", kNeg, "charge"));
  CHECK(countercheck({"run", folder.file("r.toml"), "--source", source}).exit == 0);

  const std::string over = "skip = { reason = \"being rewritten\", until = 2001-01-01 }";
  folder.write("r.toml", rule_text("a", kDup, "charge", over) + rule_text("b", kNeg, "charge"));
  const Ran late = countercheck({"run", folder.file("r.toml"), "--source", source});
  CHECK(late.exit == 2);
  CHECK_THAT(late.out, contains("2001-01-01"));
}

TEST_CASE("FB-073: the exit status does not count and so cannot wrap", "[cli][sqlite]") {
  for (const int count : {255, 256, 257, 512}) {
    const TestFolder folder;
    sqlite(folder.file("a.db"), std::string(kTables) + negative_charges(count));
    folder.write("r.toml", rule_text("neg", kNeg, "charge"));
    const Ran ran =
        countercheck({"run", folder.file("r.toml"), "--source", "db=" + folder.file("a.db")});
    CHECK(ran.exit == 1);
    CHECK_THAT(ran.out, contains(std::to_string(count) + " violations"));
  }
}

TEST_CASE("FB-073: 256 violated rules are violated", "[cli][sqlite]") {
  const TestFolder folder;
  sqlite(folder.file("a.db"), std::string(kTables) + negative_charges(1));
  std::string pack;
  for (int rule = 0; rule < 256; ++rule) {
    pack += rule_text("neg-" + std::to_string(rule), kNeg, "charge");
  }
  folder.write("r.toml", pack);
  const Ran ran =
      countercheck({"run", folder.file("r.toml"), "--source", "db=" + folder.file("a.db")});
  CHECK(ran.exit == 1);
  CHECK_THAT(ran.out, contains("256 violated"));
}

TEST_CASE("FB-074: report files and the last line make a pipe needless", "[cli][sqlite]") {
  const TestFolder folder;
  sqlite(folder.file("a.db"), std::string(kTables) + kClean + kDuplicate);
  folder.write("r.toml", rule_text("dup", kDup, "charge"));
  const std::string run =
      "\"$COUNTERCHECK\" run r.toml --source db=a.db -o text=report.txt -o json=report.json";
  Environment here;
  here.directory = folder.path();
  const Ran piped = shell(run + " | cat", here);
  CHECK(piped.exit == 0);  // the shell's doing, not ours: hence the last line
  CHECK_THAT(piped.out, contains("VIOLATED: 1 of 1 rule"));
  CHECK(piped.out.rfind("VIOLATED: 1 of 1 rule; exit status 1\n") != std::string::npos);
  CHECK(shell("set -o pipefail; " + run + " | cat", here).exit == 1);
  CHECK_THAT(folder.read("report.txt"), contains("VIOLATED: 1 of 1 rule"));
  CHECK_THAT(folder.read("report.json"), contains("\"violations\": 1"));
}

TEST_CASE("FB-075: a warning keeps its count and its samples", "[cli][sqlite]") {
  const TestFolder folder;
  sqlite(folder.file("a.db"), std::string(kTables) + kClean + kDuplicate);
  folder.write("r.toml", rule_text("dup", kDup, "charge", "severity = \"warning\""));
  const std::string source = "db=" + folder.file("a.db");
  const Ran ran = countercheck({"run", folder.file("r.toml"), "--source", source});
  CHECK(ran.exit == 0);
  CHECK_THAT(ran.out, contains("VIOLATED"));
  CHECK_THAT(ran.out, contains("1 violation "));
  CHECK_THAT(ran.out, contains("A-1"));
  CHECK(countercheck({"run", folder.file("r.toml"), "--source", source, "--fail-on", "warning"})
            .exit == 1);
  CHECK_FALSE(countercheck({"run", folder.file("r.toml"), "--source", source, "-q"}).out.empty());
}

TEST_CASE("with -q a run says nothing at all while all is well", "[cli][sqlite]") {
  const TestFolder folder;
  sqlite(folder.file("a.db"), std::string(kTables) + kClean);
  folder.write("r.toml", rule_text("dup", kDup, "charge"));
  const Ran ran =
      countercheck({"run", folder.file("r.toml"), "--source", "db=" + folder.file("a.db"), "-q",
                    "-o", "json=" + folder.file("r.json")});
  CHECK(ran.exit == 0);
  CHECK(ran.out.empty());
  CHECK(ran.err.empty());
  CHECK_THAT(folder.read("r.json"), contains("\"verdict\": \"holds\""));
}

}  // namespace countercheck::test
