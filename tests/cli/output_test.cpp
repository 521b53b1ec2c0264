// Result files and standard output: whole or marked, never yesterday's, never silently short.
#include <signal.h>

#include <string>

#include "tests/cli/pack.h"
#include "tests/support/catch.h"
#include "tests/support/program.h"

namespace countercheck::test {

namespace {

// Long enough to be stopped in the middle on any machine.
constexpr const char* kEndless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0";

struct Snapshot {
  Snapshot() {
    sqlite(folder.file("a.db"), std::string(kTables) + kClean + kDuplicate);
    folder.write("r.toml", rule_text("dup", kDup, "charge"));
    folder.write("endless.toml", rule_text("a-dup", kDup, "charge") +
                                     rule_text("b-endless", kEndless, "charge") +
                                     rule_text("c-neg", kNeg, "charge"));
    environment.directory = folder.path();
  }
  TestFolder folder;
  Environment environment;
};

}  // namespace

TEST_CASE("FB-093: a full disk is said and is not green", "[cli][sqlite]") {
  const Snapshot snapshot;
  const Ran out =
      shell("\"$COUNTERCHECK\" run r.toml --source db=a.db > /dev/full", snapshot.environment);
  CHECK(out.exit == 5);
  CHECK_THAT(out.err, contains("standard output"));
  const Ran file = countercheck({"run", "r.toml", "--source", "db=a.db", "-o", "json=/dev/full"},
                                snapshot.environment);
  CHECK(file.exit == 5);
  CHECK_THAT(file.err, contains("/dev/full"));
  const Ran nowhere =
      countercheck({"run", "r.toml", "--source", "db=a.db", "-o", "json=no/such/folder/r.json"},
                   snapshot.environment);
  CHECK(nowhere.exit == 5);
  CHECK_THAT(nowhere.err, contains("no/such/folder/r.json"));
}

TEST_CASE("FB-093: a reader that went away is a result not delivered", "[cli][sqlite]") {
  const Snapshot snapshot;
  const Ran ran = shell("set -o pipefail; \"$COUNTERCHECK\" run r.toml --source db=a.db | true",
                        snapshot.environment);
  CHECK((ran.exit == 5 || ran.exit == 1));  // the report may have fitted into the pipe
  CHECK(ran.exit != 0);
}

TEST_CASE("FB-094: a killed run leaves a marker and not yesterday's green", "[cli][sqlite]") {
  const Snapshot snapshot;
  snapshot.folder.write("r.json", "{\"yesterday\": \"green\"}");
  Environment killed = snapshot.environment;
  killed.kill_after_ms = 1000;
  killed.signal = SIGKILL;
  const Ran ran =
      countercheck({"run", "endless.toml", "--source", "db=a.db", "-o", "json=r.json"}, killed);
  CHECK(ran.exit == 128 + SIGKILL);
  const std::string left = snapshot.folder.read("r.json");
  CHECK_THAT(left, contains("\"incomplete\": true"));
  CHECK(left.find("yesterday") == std::string::npos);
}

TEST_CASE("a refused run marks its files as not run", "[cli][sqlite]") {
  const Snapshot snapshot;
  snapshot.folder.write("r.json", "{\"yesterday\": \"green\"}");
  const std::vector<std::vector<std::string>> refused = {
      {"run", "r.toml", "--source", "other=a.db", "-o", "json=r.json"},
      {"run", "r.toml", "--source", "db=a.db", "--sampels", "3", "-o", "json=r.json"},
      {"run", "r.toml", "--source", "db=a.db", "-p", "since=2026-01-01", "-o", "json=r.json"}};
  for (const std::vector<std::string>& arguments : refused) {
    snapshot.folder.write("r.json", "{\"yesterday\": \"green\"}");
    CHECK(countercheck(arguments, snapshot.environment).exit == 64);
    CHECK_THAT(snapshot.folder.read("r.json"), contains("not run: "));
  }
}

TEST_CASE("a signal ends the running statement and keeps what was found", "[cli][sqlite]") {
  const Snapshot snapshot;
  for (const int signal : {SIGINT, SIGTERM}) {
    Environment stopped = snapshot.environment;
    stopped.kill_after_ms = 1000;
    stopped.signal = signal;
    const Ran ran =
        countercheck({"run", "endless.toml", "--source", "db=a.db", "-o", "json=r.json"}, stopped);
    CHECK(ran.exit == 128 + signal);
    CHECK_THAT(ran.out, contains("VIOLATED"));
    CHECK_THAT(ran.out, contains("interrupted"));
    CHECK_THAT(ran.out, contains("3 rules selected: 1 violated, 0 known, 0 vacuous, 2 undecided"));
    CHECK_THAT(snapshot.folder.read("r.json"), contains("\"interrupted\": \"SIG"));
    const std::string status = std::to_string(128 + signal);
    CHECK_THAT(snapshot.folder.read("r.json"), contains("\"exit\": " + status));
    CHECK_THAT(ran.out, contains("exit status " + status));
    const std::vector<std::string> names = {"a.db", "endless.toml", "r.json", "r.toml"};
    CHECK(snapshot.folder.names() == names);
  }
}

TEST_CASE("a rule's time limit ends it and the run goes on", "[cli][sqlite]") {
  const Snapshot snapshot;
  const Ran ran = countercheck({"run", "endless.toml", "--source", "db=a.db", "--timeout", "1s"},
                               snapshot.environment);
  CHECK(ran.exit == 3);
  CHECK_THAT(ran.out, contains("1 violated, 0 known, 0 vacuous, 1 undecided, 0 skipped, 1 holds"));
}

TEST_CASE("a result file keeps its permissions and a symbolic link its place", "[cli][sqlite]") {
  const Snapshot snapshot;
  snapshot.folder.write("real.json", "old");
  const Ran ran = shell(
      "ln -s real.json link.json && chmod 640 real.json &&"
      " \"$COUNTERCHECK\" run r.toml --source db=a.db -o json=link.json -q >/dev/null;"
      " stat -c '%F %a' link.json real.json",
      snapshot.environment);
  CHECK(ran.out == "symbolic link 777\nregular file 640\n");
  CHECK_THAT(snapshot.folder.read("real.json"), contains("countercheck.result/1"));
}

TEST_CASE("a pipe takes the result without a marker before it", "[cli][sqlite]") {
  const Snapshot snapshot;
  const Ran ran = shell(
      "mkfifo pipe; cat pipe > got.json & \"$COUNTERCHECK\" run r.toml --source db=a.db -o "
      "json=pipe"
      " -q > /dev/null; wait; head -c 40 got.json",
      snapshot.environment);
  CHECK_THAT(ran.out, contains("countercheck.result/1"));
  CHECK(snapshot.folder.read("got.json").find("incomplete\": true") == std::string::npos);
}

TEST_CASE("one format goes to standard output and files never collide", "[cli]") {
  const Snapshot snapshot;
  const Ran two = countercheck({"run", "r.toml", "--source", "db=a.db", "-o", "json", "-o", "text"},
                               snapshot.environment);
  CHECK(two.exit == 64);
  const Ran same =
      countercheck({"run", "r.toml", "--source", "db=a.db", "-o", "json=x", "-o", "text=x"},
                   snapshot.environment);
  CHECK(same.exit == 64);
  const Ran later = countercheck({"run", "r.toml", "--source", "db=a.db", "-o", "junit=x.xml"},
                                 snapshot.environment);
  CHECK(later.exit == 64);
  CHECK_THAT(later.err, contains("not supported yet"));
}

TEST_CASE("documents of real runs with odd values keep to the schema", "[cli][sqlite]") {
  const Snapshot snapshot;
  sqlite(
      snapshot.folder.file("odd.db"),
      std::string(kTables) +
          "INSERT INTO charge(acct, cents, note) VALUES"
          " (CAST(x'6162006364' AS TEXT), 9223372036854775807, 'a' || char(27) || '[31m{}{:d}%s'),"
          " (CAST(x'41FF42' AS TEXT), 1e308 * 10, x'00FF'), (NULL, '', char(10) || char(8238)),"
          " ('<&]]>\"', 0.1, char(65534));");
  snapshot.folder.write(
      "odd.toml",
      rule_text("odd", "SELECT acct, cents, note, note FROM charge", "charge",
                "key = [\"acct\"]\nevidence = '''SELECT * FROM charge WHERE acct IS :acct'''") +
          rule_text("broken", "SELECT nothing FROM charge", "charge") +
          rule_text("empty", "SELECT 1 FROM usage_line", "usage_line"));
  const Ran ran = countercheck({"run", "odd.toml", "--source", "db=odd.db", "-o", "json=r.json"},
                               snapshot.environment);
  CHECK(ran.exit == 3);
  CHECK_THAT(ran.out, contains("4 violations"));
  CHECK(ran.out.find('\x1b') == std::string::npos);
  const std::string document = snapshot.folder.read("r.json");
  CHECK_THAT(document, contains("ab\\u0000cd"));
  CHECK_THAT(document, contains("9223372036854775807"));
  const Ran valid = shell("/usr/bin/python3 " COUNTERCHECK_CHECKOUT
                          "/tests/support/validate_json.py " COUNTERCHECK_CHECKOUT
                          "/schema/result.schema.json r.json",
                          snapshot.environment);
  CHECK(valid.exit == 0);
  CHECK(valid.err.empty());
}

}  // namespace countercheck::test
