// Ways in which a run once came out green, or cost its user something, although nothing looked
// wrong.
#include <signal.h>

#include <string>
#include <vector>

#include "tests/cli/pack.h"
#include "tests/support/catch.h"
#include "tests/support/program.h"

namespace countercheck::test {

namespace {

struct Snapshot {
  Snapshot() {
    sqlite(folder.file("a.db"), std::string(kTables) + kClean + kDuplicate);
    sqlite(folder.file("c.db"), std::string(kTables) + kClean);
    folder.write("r.toml", rule_text("dup", kDup, "charge"));
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

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a misplaced -o costs nobody a database or a rule file", "[cli][sqlite]") {
  const Snapshot snapshot;
  const Ran link = shell("ln -s a.db link", snapshot.environment);
  REQUIRE(link.exit == 0);
  const std::string database = snapshot.folder.read("a.db");
  const std::string rules = snapshot.folder.read("r.toml");
  for (const std::string file : {"a.db", "link", "a.db-wal", "a.db-journal", "r.toml", "c.sql"}) {
    for (const std::string source : {"db=a.db", "misspelt=a.db"}) {
      const Ran ran = countercheck({"run", "r.toml", "--source", source, "-o", "json=" + file},
                                   snapshot.environment);
      CHECK(ran.exit == 64);
      CHECK_THAT(ran.err, contains(file));
    }
  }
  CHECK(snapshot.folder.read("a.db") == database);
  CHECK(snapshot.folder.read("r.toml") == rules);
  CHECK(snapshot.folder.names() == std::vector<std::string>{"a.db", "c.db", "link", "r.toml"});
}

TEST_CASE("choosing or leaving out one source of a rule leaves the others alone", "[cli][sqlite]") {
  const Snapshot snapshot;
  std::string both = rule_text("x", kDup, "charge");
  both.replace(both.find("\"db\""), 4, "[\"eu\", \"us\"]");
  std::string one = rule_text("y", kDup, "charge");
  one.replace(one.find("\"db\""), 4, "\"us\"");
  snapshot.folder.write("m3.toml", both + one);
  const auto run = [&snapshot](std::vector<std::string> chosen) {
    std::vector<std::string> arguments = {"run",     "m3.toml",  "--source",
                                          "eu=c.db", "--source", "us=a.db"};
    arguments.insert(arguments.end(), chosen.begin(), chosen.end());
    return countercheck(arguments, snapshot.environment);
  };
  CHECK_THAT(run({}).out, contains("3 rules selected: 2 violated"));
  CHECK_THAT(run({"m3.*", "m3.x@eu"}).out, contains("3 rules selected: 2 violated"));
  CHECK_THAT(run({"m3.x@eu"}).out, contains("1 rule selected: 0 violated"));
  CHECK_THAT(run({"m3.x@eu", "m3.y"}).out, contains("2 rules selected: 1 violated"));
  const Ran excluded = run({"--exclude", "m3.x@eu"});
  CHECK_THAT(excluded.out, contains("2 rules selected: 2 violated"));
  CHECK_THAT(run({"--exclude", "*@eu"}).out, contains("2 rules selected: 2 violated"));
  CHECK(run({"--exclude", "m3.x@asia"}).exit == 64);
  CHECK(run({"--exclude", "*@eu", "--exclude", "*@us", "--exclude", "m3.y"}).exit == 64);
}

TEST_CASE("rows that a writer has not committed are not read", "[cli][sqlite]") {
  const Snapshot snapshot;
  for (const std::string mode : {"memory", "off", "delete"}) {
    const Ran ran = shell(
        "mkfifo w 2>/dev/null; sqlite3 a.db < w > /dev/null & exec 3> w;"
        " echo \"PRAGMA journal_mode = " +
            mode +
            "; BEGIN IMMEDIATE; UPDATE charge SET acct = 'x' ||"
            " charge_id;\" >&3; sleep 1; \"$COUNTERCHECK\" run r.toml --source db=a.db; status=$?;"
            " echo 'ROLLBACK;' >&3; exec 3>&-; wait; exit $status",
        snapshot.environment);
    CHECK(ran.exit == 2);
    CHECK((has(ran.out, "a writer is at work") || has(ran.out, "-journal lies beside it")));
  }
}

TEST_CASE("a second name cannot hide a log", "[cli][sqlite]") {
  const Snapshot snapshot;
  const Ran ran = shell(
      "sqlite3 h1.db \"PRAGMA journal_mode = wal; CREATE TABLE charge(acct, day, item);"
      " INSERT INTO charge VALUES (1, 2, 3);\" > /dev/null; ln h1.db h2.db;"
      " \"$COUNTERCHECK\" run r.toml --source db=h2.db",
      snapshot.environment);
  CHECK(ran.exit == 2);
  CHECK_THAT(ran.out, contains("hard link"));
}

TEST_CASE("a rule whose SQL reads no table has looked at nothing", "[cli][sqlite]") {
  const Snapshot snapshot;
  const std::vector<std::string> blind = {"SELECT 1 WHERE 0", "SELECT * FROM sqlite_temp_master"};
  for (const std::string& sql : blind) {
    const Ran ran = snapshot.run(rule_text("blind", sql, "charge"));
    CHECK(ran.exit == 2);
    CHECK_THAT(ran.out, contains("read no table"));
  }
}

TEST_CASE("redaction leaves no gap", "[cli][sqlite]") {
  const Snapshot snapshot;
  sqlite(snapshot.folder.file("a.db"),
         "CREATE TABLE person(id INTEGER PRIMARY KEY, Email TEXT, amt INTEGER);"
         "INSERT INTO person VALUES (1, 'ann@example.org', 5), (2, 'bob@example.org', -5);");
  const std::string sql = "SELECT id, Email, amt FROM person WHERE amt < 0";
  const std::string key = "key = [\"id\"]\nredact = [\"email\"]\n";
  const std::vector<std::string> leaks = {
      key, key + "evidence = '''SELECT * FROM person WHERE id = :id'''",
      key + "evidence = '''SELECT json_extract(json(1), Email) FROM person WHERE id = :id'''"};
  for (const std::string& more : leaks) {
    const Ran ran =
        snapshot.run(rule_text("neg", sql, "person", more), {"-o", "json=r.json", "-vv"});
    CHECK(ran.exit == 1);
    CHECK_FALSE(has(ran.out + ran.err + snapshot.folder.read("r.json"), "example.org"));
  }
  const std::string population =
      "[rule.p]\ntitle = \"p\"\nsource = \"db\"\nblind_spots = \"b\"\n"
      "redact = [\"email\"]\nviolations = '''" +
      sql +
      "'''\n"
      "population = '''SELECT Email FROM person LIMIT 1'''\n";
  const Ran asked = snapshot.run(population);
  CHECK_FALSE(has(asked.out + asked.err, "example.org"));

  const std::vector<std::string> refused = {
      "redact = [\"emial\"]",
      "redact = [\"emial\"]\nkey = [\"id\"]\nevidence = '''SELECT * FROM person WHERE id = :id'''",
      "redact = [\"Email\"]\nimpact = { column = \"amt\", unit = { column = \"Email\" } }"};
  for (const std::string& more : refused) {
    CHECK(snapshot.run(rule_text("neg", sql, "person", more)).exit == 64);
  }
}

TEST_CASE("what was checked of a damaged file is recorded as such", "[cli][sqlite]") {
  const Snapshot snapshot;
  sqlite(snapshot.folder.file("d.db"),
         "CREATE TABLE t(a, b); CREATE UNIQUE INDEX i ON t(a) WHERE b <> 2;"
         "INSERT INTO t VALUES (1, 1), (1, 2); PRAGMA writable_schema = on;"
         "UPDATE sqlite_schema SET sql = 'CREATE UNIQUE INDEX i ON t(a)' WHERE name = 'i';");
  snapshot.folder.write("r.toml",
                        rule_text("dup", "SELECT a FROM t GROUP BY a HAVING count(*) > 1", "t"));
  for (const std::string only : {"", "r.dup"}) {
    std::vector<std::string> arguments = {"run",     "r.toml", "--source",
                                          "db=d.db", "-o",     "json=r.json"};
    if (!only.empty()) {
      arguments.insert(arguments.begin() + 2, only);
    }
    const Ran ran = countercheck(arguments, snapshot.environment);
    CHECK(ran.exit == 2);
    CHECK_FALSE(has(snapshot.folder.read("r.json"), "\"ok\": true"));
    CHECK_FALSE(has(snapshot.folder.read("r.json"), "\"mode\": \"none\""));
  }
}

TEST_CASE("a signal that nohup ignores stays ignored", "[cli][sqlite]") {
  const Snapshot snapshot;
  snapshot.folder.write(
      "slow.toml",
      rule_text("slow",
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <"
                " 20000000) SELECT i FROM n, charge WHERE i < 0",
                "charge"));
  const Ran ran = shell(
      "(trap '' HUP; exec \"$COUNTERCHECK\" run slow.toml --source db=a.db --timeout 2s) & "
      "child=$!;"
      " sleep 1; kill -HUP $child; wait $child",
      snapshot.environment);
  CHECK(ran.exit != 128 + SIGHUP);
  CHECK_FALSE(has(ran.out, "interrupted"));
}

TEST_CASE("a connection string is never taken for a file name and printed", "[cli]") {
  const Snapshot snapshot;
  const std::vector<std::string> targets = {
      "host=h dbname=d password=s3cret-canary",   "Postgresql://u:s3cret-canary@h/d",
      " postgresql://u:s3cret-canary@h/d",        "postgresql:/u:s3cret-canary@h/d",
      "postgresql+psycopg://u:s3cret-canary@h/d", "jdbc:postgresql://h/d?password=s3cret-canary"};
  for (const std::string& target : targets) {
    const Ran ran =
        countercheck({"run", "r.toml", "--source", "db=" + target}, snapshot.environment);
    CHECK(ran.exit == 64);
    CHECK_FALSE(has(ran.out + ran.err, "canary"));
    snapshot.folder.write("countercheck.toml",
                          "rules = [\"r.toml\"]\n[source.db]\nsqlite = \"" + target + "\"\n");
    const Ran project = countercheck({"run"}, snapshot.environment);
    if (has(target, "://")) {
      CHECK(project.exit == 64);
      CHECK_FALSE(has(project.out + project.err, "canary"));
    }
  }
}

TEST_CASE("the last line of a run with warnings does not say that all holds", "[cli][sqlite]") {
  const Snapshot snapshot;
  const Ran ran = snapshot.run(rule_text("dup", kDup, "charge", "severity = \"warning\""));
  CHECK(ran.exit == 0);
  CHECK_THAT(ran.out, contains("WARNING: 0 of 1 rule holds, 1 warning violated; exit status 0"));
}

}  // namespace countercheck::test
