// What a rule file can say, seen through the program: parameters, samples, impact, redaction, ask.
#include <string>
#include <vector>

#include "tests/cli/pack.h"
#include "tests/support/catch.h"
#include "tests/support/program.h"

namespace countercheck::test {

namespace {

struct Snapshot {
  explicit Snapshot(const std::string& rows = "") {
    sqlite(folder.file("a.db"), std::string(kTables) + rows);
    environment.directory = folder.path();
  }
  Ran run(const std::string& pack, const std::vector<std::string>& more = {}) const {
    folder.write("r.toml", pack);
    std::vector<std::string> arguments = {"run", "r.toml", "--source", "db=a.db"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return countercheck(arguments, environment);
  }
  TestFolder folder;
  Environment environment;
};

std::string charges(int count) {
  return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " +
         std::to_string(count) +
         ") INSERT INTO charge(acct, day, item, cents) SELECT 'A-' || i, '2031-04-02', 'gpu', -i "
         "FROM n;";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("FB-097: the sample limit never touches the count", "[cli][sqlite]") {
  const Snapshot snapshot(charges(15'000));
  const Ran ran = snapshot.run(rule_text(
      "neg", kNeg, "charge", "samples = 5\nimpact = { column = \"cents\", unit = \"cents\" }"));
  CHECK(ran.exit == 1);
  CHECK_THAT(ran.out, contains("15000 violations (5 of 15000 shown)"));
  CHECK_THAT(ran.out, contains("112507500 cents"));
  CHECK_THAT(ran.out, contains("signed -112507500 cents"));
  CHECK_THAT(ran.out, contains("A-15000"));
  CHECK_THAT(ran.out, contains("A-14996"));
  CHECK_FALSE(has(ran.out, "A-14995"));
}

TEST_CASE("impact is summed apart for each currency and without rounding", "[cli][sqlite]") {
  const Snapshot snapshot(
      "INSERT INTO charge(acct, cents, note) VALUES ('a', 9223372036854775807, 'GBP'),"
      " ('b', 9223372036854775807, 'GBP'), ('c', -5, 'EUR'), ('d', 7, 'EUR');");
  const Ran ran =
      snapshot.run(rule_text("all", "SELECT acct, cents, note AS currency FROM charge", "charge",
                             "impact = { column = \"cents\", unit = { column = \"currency\" } }"));
  CHECK(ran.exit == 1);
  CHECK_THAT(ran.out, contains("18446744073709551614 GBP"));
  CHECK_THAT(ran.out, contains("12 EUR"));
  CHECK_THAT(ran.out, contains("signed 2 EUR"));
}

TEST_CASE("parameters are bound as values and reckoned in the project's zone", "[cli][sqlite]") {
  const Snapshot snapshot(
      "INSERT INTO charge(acct, day) VALUES ('old', '2026-03-27'), ('new', '2026-03-29'),"
      " ('odd', ''' OR 1 = 1 --');");
  snapshot.folder.write(
      "r.toml", rule_text("since", "SELECT acct FROM charge WHERE day = :since", "charge") +
                    "[rule.since.param]\nsince = { type = \"date\", default = \"today - 1d\" }\n");
  const std::string project =
      "rules = [\"r.toml\"]\ntimezone = \"Europe/London\"\n[source.db]\n"
      "sqlite = \"a.db\"\n";
  snapshot.folder.write("countercheck.toml", project);
  // 23:30 UTC of the 29th is half past midnight of the 30th in London, whose clocks have just
  // changed.
  const Ran ran = countercheck({"run", "--as-of", "2026-03-29T23:30:00Z"}, snapshot.environment);
  CHECK(ran.exit == 1);
  CHECK_THAT(ran.out, contains("since = 2026-03-29"));
  CHECK_THAT(ran.out, contains("new"));
  const Ran given = countercheck({"run", "-p", "since=2026-03-27"}, snapshot.environment);
  CHECK(given.exit == 1);
  CHECK_THAT(given.out, contains("old"));
  const Ran pasted =
      countercheck({"run", "-p", "since=2026-03-27' OR 1=1 --"}, snapshot.environment);
  CHECK(pasted.exit == 64);
  const Ran unknown = countercheck({"run", "-p", "sicne=2026-03-27"}, snapshot.environment);
  CHECK(unknown.exit == 64);
  CHECK_THAT(unknown.err, contains("did you mean 'since'?"));
  const Ran zone = countercheck({"run", "--as-of", "yesterday evening"}, snapshot.environment);
  CHECK(zone.exit == 64);
}

TEST_CASE("a parameter without a value is refused unless it is optional", "[cli][sqlite]") {
  const Snapshot snapshot("INSERT INTO charge(acct) VALUES ('a');");
  const std::string rule =
      rule_text("one", "SELECT acct FROM charge WHERE :acct IS NULL OR acct = :acct", "charge");
  const Ran unset = snapshot.run(rule + "[rule.one.param]\nacct = { type = \"text\" }\n");
  CHECK(unset.exit == 64);
  CHECK_THAT(unset.err, contains("acct"));
}

TEST_CASE("redacted values appear nowhere and match across a keyed run", "[cli][sqlite]") {
  const Snapshot snapshot(
      "INSERT INTO charge(acct, cents, note) VALUES ('ann@example.org', -5, 'x');");
  snapshot.folder.write(
      "r.toml",
      rule_text("neg", "SELECT acct AS email, cents FROM charge WHERE cents < 0", "charge",
                "redact = [\"email\"]\nkey = [\"email\"]\nevidence = '''SELECT acct AS "
                "email, note FROM charge WHERE acct = :email'''"));
  snapshot.folder.write("countercheck.toml",
                        "rules = [\"r.toml\"]\nfingerprint_key = \"${CC_KEY}\"\n[source.db]\n"
                        "sqlite = \"a.db\"\n");
  Environment keyed = snapshot.environment;
  keyed.variables["CC_KEY"] = "k";
  const std::vector<std::string> run = {"run", "-vv", "-o", "json=r.json"};
  const Ran first = countercheck(run, keyed);
  CHECK(first.exit == 1);
  const std::string json = snapshot.folder.read("r.json");
  CHECK_FALSE(has(first.out + first.err + json, "ann@example"));
  CHECK_THAT(first.out, contains("1 row"));
  const std::size_t at = first.out.find("fp:");
  REQUIRE(at != std::string::npos);
  const std::string fingerprint = first.out.substr(at, 19);
  CHECK(has(countercheck(run, keyed).out, fingerprint));
  keyed.variables["CC_KEY"] = "another";
  CHECK_FALSE(has(countercheck(run, keyed).out, fingerprint));
  const Ran unset = countercheck(run, snapshot.environment);
  CHECK(unset.exit == 64);
  CHECK_THAT(unset.err, contains("CC_KEY"));
}

TEST_CASE("a --key shows one account and leaves the totals alone", "[cli][sqlite]") {
  const Snapshot snapshot(charges(50));
  const std::string pack = rule_text("neg", kNeg, "charge", "key = [\"acct\"]");
  const Ran ran = snapshot.run(pack, {"--key", "acct=A-33"});
  CHECK(ran.exit == 1);
  CHECK_THAT(ran.out, contains("50 violations"));
  CHECK_THAT(ran.out, contains("A-33"));
  CHECK_FALSE(has(ran.out, "A-34"));
  const Ran misspelt = snapshot.run(pack, {"--key", "account=A-33"});
  CHECK(misspelt.exit == 64);
  CHECK_THAT(misspelt.err, contains("account"));
}

TEST_CASE("columns that the rule file names and the SQL does not return are a mistake",
          "[cli][sqlite]") {
  const Snapshot snapshot;
  const std::vector<std::string> wrong = {
      "key = [\"account\"]", "impact = { column = \"centz\", unit = \"GBP\" }",
      "evidence = '''SELECT 1 FROM charge WHERE acct = :account'''"};
  for (const std::string& line : wrong) {
    const Ran ran = snapshot.run(rule_text("neg", kNeg, "charge", line));
    CHECK(ran.exit == 64);
    CHECK_THAT(ran.err, contains("r.toml:1:"));
  }
}

TEST_CASE("FB-078: what a column holds beside numbers is found and not summed", "[cli][sqlite]") {
  const Snapshot snapshot(
      "INSERT INTO usage_line(acct, qty) VALUES ('a', 9), ('b', '12'),"
      " ('c', 'abc'), ('d', '7 units');");
  const Ran ran = snapshot.run(
      rule_text("census",
                "SELECT acct, typeof(qty) AS kind, qty FROM usage_line WHERE typeof(qty)"
                " <> 'integer'",
                "usage_line", "impact = { column = \"qty\", unit = \"units\" }"));
  CHECK(ran.exit == 1);
  CHECK_THAT(ran.out, contains("2 violations"));
  CHECK_THAT(ran.out, contains("the impact leaves out 2 violations"));
}

TEST_CASE("FB-079: amounts that are text are not taken for numbers", "[cli][sqlite]") {
  const Snapshot snapshot(
      "INSERT INTO charge(acct, note) VALUES ('a', '10'), ('b', '2'), ('c', '9');");
  const Ran ran = snapshot.run(
      rule_text("all", "SELECT acct, note AS amount FROM charge", "charge",
                "key = [\"amount\"]\nimpact = { column = \"amount\", unit = \"GBP\" }"));
  CHECK(ran.exit == 1);
  CHECK_THAT(ran.out, contains("the impact leaves out 3 violations"));
  // As text, '10' comes before '2'; the report shows that it is text by its order and its side.
  CHECK(ran.out.find("10") < ran.out.find(" 9"));
}

TEST_CASE("ask answers with its rows and its exit status", "[cli][sqlite]") {
  const Snapshot snapshot(charges(3));
  const auto ask = [&snapshot](const std::string& sql) {
    return countercheck({"ask", sql, "--source", "db=a.db"}, snapshot.environment);
  };
  CHECK(ask("SELECT * FROM charge WHERE cents > 0").exit == 0);
  const Ran rows = ask("SELECT acct, cents FROM charge WHERE cents < -1");
  CHECK(rows.exit == 1);
  CHECK_THAT(rows.out, contains("2 violations"));
  CHECK_THAT(rows.out, contains("A-3"));
  CHECK(ask("SELECT nothing FROM charge").exit == 2);
  CHECK(ask("DELETE FROM charge").exit == 2);
  snapshot.folder.write("q.sql", "SELECT acct FROM charge WHERE cents = :cents;\n-- done\n");
  const Ran file = countercheck({"ask", "-f", "q.sql", "--source", "db=a.db", "-p", "cents=-2"},
                                snapshot.environment);
  CHECK(file.exit == 1);
  CHECK_THAT(file.out, contains("A-2"));
  CHECK(countercheck({"ask", "SELECT 1"}, snapshot.environment).exit == 64);
}

TEST_CASE("mistakes are all told at once with their places", "[cli]") {
  const Snapshot snapshot;
  const Ran ran = snapshot.run(
      "[rule.a]\ntitel = \"x\"\nsource = \"db\"\nblind_spots = \"x\"\nviolations = '''SELECT 1'''\n"
      "population = '''SELECT 1'''\n[rules.b]\n[rule.c]\ntitle = 3\n");
  CHECK(ran.exit == 64);
  CHECK_THAT(ran.err, contains("r.toml:2:1: "));
  CHECK_THAT(ran.err, contains("did you mean 'title'?"));
  CHECK_THAT(ran.err, contains("r.toml:9:"));
  CHECK(ran.out.empty());
}

TEST_CASE("list, version and help", "[cli]") {
  const Snapshot snapshot;
  snapshot.folder.write("r.toml", rule_text("neg", kNeg, "charge", "tags = [\"nightly\"]"));
  const Ran list = countercheck({"list", "r.toml", "--source", "db=a.db", "--tag", "nightly"},
                                snapshot.environment);
  CHECK(list.exit == 0);
  CHECK(list.out == "r.neg  error    db  neg holds\n");
  const Ran tag = countercheck({"list", "r.toml", "--source", "db=a.db", "--tag", "nigthly"},
                               snapshot.environment);
  CHECK(tag.exit == 64);
  CHECK(countercheck({"--version"}).exit == 0);
  CHECK_THAT(countercheck({"--version"}).out, contains("countercheck "));
  CHECK_THAT(countercheck({"--help"}).out, contains("Examples:"));
  CHECK_THAT(countercheck({"run", "--help"}).out, contains("--as-of"));
  CHECK(countercheck({}).exit == 64);
  for (const std::string command : {"lint", "prove", "history", "show"}) {
    const Ran later = countercheck({command});
    CHECK(later.exit == 64);
    CHECK_THAT(later.err, contains("not supported yet"));
  }
}

TEST_CASE("a rule over several sources is one rule for each", "[cli][sqlite]") {
  const Snapshot snapshot(kClean);
  sqlite(snapshot.folder.file("b.db"), std::string(kTables) + kClean + kDuplicate);
  std::string pack = rule_text("dup", kDup, "charge");
  pack.replace(pack.find("\"db\""), 4, "[\"eu\", \"us\"]");
  snapshot.folder.write("r.toml", pack);
  const std::vector<std::string> base = {"run",     "r.toml",   "--source",
                                         "eu=a.db", "--source", "us=b.db"};
  const Ran both = countercheck(base, snapshot.environment);
  CHECK(both.exit == 1);
  CHECK_THAT(both.out, contains("r.dup@us"));
  CHECK_THAT(both.out, contains("2 rules selected: 1 violated"));
  std::vector<std::string> one = base;
  one.insert(one.begin() + 2, "r.dup@eu");
  CHECK(countercheck(one, snapshot.environment).exit == 0);
}

TEST_CASE("the same snapshot gives the same bytes but for the moment", "[cli][sqlite]") {
  const Snapshot snapshot(charges(40));
  const std::string pack =
      rule_text("neg", kNeg, "charge", "key = [\"acct\"]") + rule_text("dup", kDup, "charge");
  const auto stable = [&snapshot, &pack] {
    static_cast<void>(snapshot.run(pack, {"-o", "json=r.json"}));
    return shell(
               "python3 -c 'import json; d = json.load(open(\"r.json\")); d.pop(\"run\");\n"
               "def drop(x):\n"
               " if isinstance(x, dict): return {k: drop(v) for k, v in x.items() if k not in"
               " (\"taken\", \"snapshot\", \"seconds\")}\n"
               " return [drop(v) for v in x] if isinstance(x, list) else x\n"
               "print(json.dumps(drop(d)))'",
               snapshot.environment)
        .out;
  };
  const std::string first = stable();
  CHECK(first.size() > 100);
  CHECK(first == stable());
}

}  // namespace countercheck::test
