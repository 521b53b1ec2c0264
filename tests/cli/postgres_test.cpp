// The whole program against a real Postgres: what a hostile, a broken and an unlucky rule can do.
#include "tests/support/postgres.h"

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/cli/pack.h"
#include "tests/cli/postgres_server.h"
#include "tests/support/catch.h"
#include "tests/support/program.h"

namespace countercheck::test {

TEST_CASE("hostile rules are refused and change nothing and stop nobody",
          "[cli][postgres][versions]") {
  Server server;
  const std::vector<std::string> hostile = {
      "commit",
      "commit; delete from charge; select 1",
      "select 1 where false; delete from charge",
      "with d as (delete from charge returning *) select * from d",
      "with d as (update charge set cents = 0 returning *) select * from d",
      "insert into charge values (9) returning 1",
      "set search_path = pg_temp",
      "select * into copy from charge",
      "select * from charge for update",
      "select pg_advisory_lock(1)",
      "select pg_advisory_xact_lock(1)",
      "select pg_terminate_backend(pid) from pg_stat_activity",
      "select pg_read_file('/etc/hostname')",
      "select ('/etc/hostname'::text).pg_read_file",
      "select set_config('search_path', 'x', false)",
      "select query_to_xml('select 1', true, true, '')",
      "select nextval('sq')",
      "select pg_stat_reset()",
      "select pg_sleep(60)",
      "select lo_import('/etc/hostname')",
      "select pg_notify('a', 'b')",
      "select * from pg_file_settings",
      "copy charge to '/tmp/countercheck-charge'",
      "copy charge to program 'id'",
      "do $$ begin delete from charge; end $$",
      "listen x",
      "explain select 1",
      "show all",
      "-- nothing",
      "vacuum"};
  std::string pack = rule_text("z-good", kDup, "charge");
  for (std::size_t at = 0; at < hostile.size(); ++at) {
    pack += rule_text("h-" + std::to_string(at), hostile[at], "charge");
  }
  const Ran ran = server.run(pack);
  CHECK(ran.exit == 2);
  CHECK_THAT(ran.out, contains(std::to_string(hostile.size()) + " undecided, 0 skipped, 1 holds"));
  CHECK_THAT(ran.out, contains("0 violated"));
  CHECK(server.database.scalar("SELECT count(*) || ' ' || sum(cents) FROM charge") == "2 1200");
  CHECK(server.database.scalar("SELECT is_called FROM sq") == "f");
  CHECK(server.database.scalar("SELECT count(*) FROM pg_class WHERE relname = 'copy'") == "0");
}

TEST_CASE("errors of the database stand at their line in the rule file",
          "[cli][postgres][versions]") {
  const Server server;
  const Ran ran = server.run(rule_text("a", "SELECT 'é',\n  chargeid FROM charge", "charge"));
  CHECK(ran.exit == 2);
  CHECK_THAT(ran.out, contains("r.toml:7:3: violations: column \"chargeid\" does not exist"));
}

TEST_CASE("FB-031: a policy that hides rows makes the rule undecided", "[cli][postgres]") {
  Server server;
  server.database.exec(
      "INSERT INTO charge VALUES (3,'A-1','2031-04-02','gpu',500);"
      "ALTER TABLE charge ENABLE ROW LEVEL SECURITY");
  const TestRole role(server.database);
  server.database.exec("GRANT SELECT ON charge TO " + role.name());
  const std::string pack = rule_text("dup", kDup, "charge");
  const Ran ran = server.run_project(pack, "", server.database.uri(role.name()));
  CHECK(ran.exit == 2);
  CHECK_THAT(ran.out, contains("row-level security"));
  CHECK_THAT(ran.out, contains("charge"));
  const Ran allowed = server.run_project(pack, "row_security = \"one tenant is all we bill\"",
                                         server.database.uri(role.name()));
  CHECK(allowed.exit == 2);  // no policy lets a row through: nothing was looked at
  CHECK_THAT(allowed.out, contains("1 vacuous"));
  CHECK_THAT(allowed.out, contains("one tenant is all we bill"));
}

TEST_CASE("a role without the privilege is told so and the others run", "[cli][postgres]") {
  Server server;
  server.database.exec("CREATE TABLE secret(a int)");
  const TestRole role(server.database);
  server.database.exec("GRANT SELECT ON charge TO " + role.name());
  const Ran ran = server.run_project(
      rule_text("dup", kDup, "charge") + rule_text("secret", "SELECT a FROM secret", "secret"), "",
      server.database.uri(role.name()));
  CHECK(ran.exit == 2);
  CHECK_THAT(ran.out, contains("permission denied for table secret"));
  CHECK_THAT(ran.out, contains("1 undecided, 0 skipped, 1 holds"));
}

TEST_CASE("FB-038: the environment chooses neither host nor database", "[cli][postgres]") {
  Server server;
  Environment environment;
  environment.variables = {{"PGHOST", server.database.host()},
                           {"PGPORT", server.database.port()},
                           {"PGDATABASE", server.database.name()},
                           {"PGUSER", "postgres"}};
  server.folder.write("r.toml", rule_text("dup", kDup, "charge"));
  const std::vector<std::string> incomplete = {"user=postgres", "postgresql://", "dbname=x",
                                               "dbnmae=x host=127.0.0.1"};
  for (const std::string& target : incomplete) {
    server.folder.write("countercheck.toml",
                        "rules = [\"r.toml\"]\n[source.db]\npostgres = \"" + target + "\"\n");
    const Ran ran =
        countercheck({"run", "-c", server.folder.file("countercheck.toml")}, environment);
    CHECK(ran.exit == 2);
    CHECK_THAT(ran.out, contains("1 undecided"));
  }
  const Ran ran = server.run(rule_text("dup", kDup, "charge"));
  CHECK_THAT(ran.out, contains("dbname=" + server.database.name()));
  CHECK_THAT(ran.out, contains("PostgreSQL"));
}

TEST_CASE("FB-106: no password and no piece of one in any output", "[cli][postgres]") {
  const Server server;
  const std::vector<std::string> targets = {
      "postgresql://u:s3cret-canary@127.0.0.1:1/db",
      "postgresql://u:s3cret-canary@" + server.database.host() + ":" + server.database.port() +
          "/nodb",
      "postgresql://u:s3cret-canary/x@127.0.0.1/db",
      "postgresql://u:x@s3cret-canary@127.0.0.1/db",
      "postgresql://u:s3cret-canary%zz@127.0.0.1/db",
      "host=127.0.0.1 port=1 dbname=db password=s3cret-canary",
      "host=127.0.0.1 port=1 dbname=db password=a s3cret-canary",
      "host=127.0.0.1 port=1 dbname=db password='a s3cret-canary"};
  server.folder.write("r.toml", rule_text("dup", kDup, "charge"));
  for (const std::string& target : targets) {
    server.folder.write("countercheck.toml",
                        "rules = [\"r.toml\"]\n[source.db]\npostgres = '''" + target + "'''\n");
    const Ran ran = countercheck({"run", "-c", server.folder.file("countercheck.toml"), "-vv", "-o",
                                  "json=" + server.folder.file("r.json")});
    CHECK(ran.exit == 2);
    const std::string all = ran.out + ran.err + server.folder.read("r.json");
    CHECK(all.find("s3cret") == std::string::npos);
    CHECK(all.find("canary") == std::string::npos);
  }
}

TEST_CASE("a lost connection costs its own rule and not the next", "[cli][postgres]") {
  Server server;
  const std::string project =
      rule_text("a-slow", kSlow, "charge") + rule_text("b-dup", kDup, "charge");
  Ran ran;
  std::thread runs(
      [&] { ran = server.run_project(project, "connections = 1", server.database.uri()); });
  for (int tries = 0; tries < 200; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const std::string ended = server.database.scalar(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name ="
        " 'countercheck' AND datname = current_database() AND query LIKE 'SELECT a FROM gen%' AND"
        " state = 'active'");
    if (ended != "0") {
      break;
    }
  }
  runs.join();
  CHECK(ran.exit == 2);
  CHECK_THAT(ran.out, contains("1 undecided, 0 skipped, 1 holds"));
}

TEST_CASE("a signal cancels the running statement within a second", "[cli][postgres][versions]") {
  Server server;
  Environment stopped;
  stopped.kill_after_ms = 1500;
  stopped.signal = 2;
  const auto start = std::chrono::steady_clock::now();
  const Ran ran = server.run(rule_text("a-slow", kSlow, "charge"), {}, stopped);
  const auto took = std::chrono::steady_clock::now() - start;
  CHECK(ran.exit == 130);
  CHECK_THAT(ran.out, contains("interrupted"));
  CHECK(took < std::chrono::seconds(10));
  CHECK(server.database.scalar("SELECT count(*) FROM pg_stat_activity WHERE application_name ="
                               " 'countercheck' AND datname = current_database()") == "0");
}

TEST_CASE("a table emptied under the snapshot makes the rule incomplete", "[cli][postgres]") {
  Server server;
  server.database.exec("CREATE TABLE other(a int); INSERT INTO other VALUES (1)");
  const std::string pack = rule_text("a-slow", kSlow, "other") +
                           rule_text("b-dup", kDup, "charge") +
                           rule_text("c-other", "SELECT a FROM other WHERE a < 0", "other");
  Ran ran;
  std::thread runs(
      [&] { ran = server.run_project(pack, "connections = 1", server.database.uri()); });
  for (int tries = 0; tries < 200; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const std::string slow = server.database.scalar(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'countercheck' AND"
        " datname = current_database() AND query LIKE 'SELECT a FROM gen%' AND state = 'active'");
    if (slow != "0") {
      break;
    }
  }
  // The statement is seen while it is still being planned; what is to be cancelled is its run.
  std::this_thread::sleep_for(std::chrono::seconds(1));
  server.database.exec("TRUNCATE charge");
  server.database.exec(
      "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = 'countercheck'"
      " AND datname = current_database() AND query LIKE 'SELECT a FROM gen%' AND state = 'active'");
  runs.join();
  CHECK(ran.exit == 2);
  CHECK_THAT(ran.out, contains("charge"));
  CHECK_THAT(ran.out, contains("2 undecided, 0 skipped, 1 holds"));
}

TEST_CASE("a stale source forbids holds and says why", "[cli][postgres]") {
  Server server;
  server.database.exec("CREATE TABLE beat(at timestamptz)");
  const std::string pack = rule_text("dup", kDup, "charge");
  const std::string fresh = "fresh = { sql = '''SELECT max(at) FROM beat''', within = \"26h\" }";
  const Ran never = server.run_project(pack, fresh, server.database.uri());
  CHECK(never.exit == 2);
  CHECK_THAT(never.out, contains("stale"));
  CHECK_THAT(never.out, contains("NULL"));
  server.database.exec("INSERT INTO beat VALUES (now() - interval '8 days')");
  CHECK(server.run_project(pack, fresh, server.database.uri()).exit == 2);
  server.database.exec("INSERT INTO beat VALUES (now() - interval '1 hour')");
  CHECK(server.run_project(pack, fresh, server.database.uri()).exit == 0);
  server.database.exec("INSERT INTO beat VALUES (now() + interval '1 hour')");
  const Ran future = server.run_project(pack, fresh, server.database.uri());
  CHECK(future.exit == 2);
  CHECK_THAT(future.out, contains("future"));
  const Ran off =
      countercheck({"run", "-c", server.folder.file("countercheck.toml"), "--fresh", "db=off"});
  CHECK(off.exit == 0);
  CHECK_THAT(off.out, contains("switched off"));
}

TEST_CASE("a setting that could change an answer is refused", "[cli][postgres]") {
  const Server server;
  const std::string pack = rule_text("dup", kDup, "charge");
  CHECK(server
            .run_project(pack, "settings = { work_mem = \"64MB\", jit = \"off\" }",
                         server.database.uri())
            .exit == 0);
  const Ran ran =
      server.run_project(pack, "settings = { search_path = \"x\" }", server.database.uri());
  CHECK(ran.exit == 64);
  CHECK_THAT(ran.err, contains("search_path"));
}

TEST_CASE("functions of one's own run only when they are read through", "[cli][postgres]") {
  Server server;
  server.database.exec(
      "CREATE FUNCTION is_odd(int) RETURNS bool IMMUTABLE LANGUAGE sql AS 'SELECT $1 % 2 = 1'");
  const std::string sql = "SELECT acct FROM charge WHERE is_odd(cents)";
  const Ran refused = server.run(rule_text("odd", sql, "charge"));
  CHECK(refused.exit == 2);
  CHECK_THAT(refused.out, contains("is_odd"));
  const Ran allowed = server.run(
      rule_text("odd", sql, "charge", "reads_through = { \"public.is_odd\" = \"our parity\" }"));
  CHECK(allowed.exit == 0);
}

TEST_CASE("evidence comes with a psql command that shows the same rows", "[cli][postgres]") {
  Server server;
  server.database.exec(
      "INSERT INTO charge VALUES (3,'A-1','2031-04-02','gpu',500,'it''s $HOME \"x\"')");
  const Ran ran = server.run(
      rule_text(
          "dup", kDup, "charge",
          "key = [\"acct\", \"day\", \"item\"]\nevidence = '''SELECT * FROM charge WHERE acct ="
          " :acct AND day = :day AND item = :item ORDER BY charge_id'''"),
      {"-o", "json=" + server.folder.file("r.json"), "--evidence"});
  CHECK(ran.exit == 1);
  CHECK_THAT(ran.out, contains("it's $HOME \"x\""));
  const Ran shown =
      shell("python3 -c 'import json; print(json.load(open(\"" + server.folder.file("r.json") +
            "\"))[\"rules\"][0][\"samples\"][0][\"evidence\"][\"command\"])' > " +
            server.folder.file("command") + " && bash " + server.folder.file("command"));
  CHECK(shown.exit == 0);
  CHECK_THAT(shown.out, contains("it's $HOME \"x\""));
  CHECK_THAT(shown.out, contains("(2 rows)"));
}

TEST_CASE("FB-111: a server that ends idle sessions does not end ours", "[cli][postgres]") {
  Server server;
  server.database.exec("ALTER DATABASE " + server.database.name() +
                       " SET idle_in_transaction_session_timeout = '200ms'");
  std::string pack;
  for (int rule = 0; rule < 4; ++rule) {
    pack += rule_text("slow-" + std::to_string(rule),
                      "SELECT a FROM generate_series(1, 2000000) a, charge WHERE a < 0", "charge");
  }
  const Ran ran = server.run_project(pack, "connections = 1", server.database.uri());
  CHECK(ran.exit == 0);
}

TEST_CASE("FB-039: the search path is the project's and each name is resolved", "[cli][postgres]") {
  Server server;
  const TestRole role(server.database);
  server.database.exec("CREATE SCHEMA " + role.name() + "; CREATE TABLE " + role.name() +
                       ".charge(acct text, day date, item text); GRANT USAGE ON SCHEMA " +
                       role.name() + " TO " + role.name() + "; GRANT SELECT ON charge, " +
                       role.name() + ".charge TO " + role.name() +
                       "; INSERT INTO charge VALUES (3,'A-1','2031-04-02','gpu',500)");
  const Ran ran =
      server.run_project(rule_text("dup", kDup, "charge"), "", server.database.uri(role.name()));
  CHECK(ran.exit == 1);
  CHECK_THAT(ran.out, contains("public.charge"));
}

TEST_CASE("FB-082: the day of an instant is the project's wherever the program runs",
          "[cli][postgres]") {
  Server server;
  server.database.exec(
      "CREATE TABLE call(at timestamptz); INSERT INTO call VALUES ('2031-03-31 23:30-04'),"
      " ('2031-04-01 00:30-04')");
  const std::string pack =
      rule_text("day", "SELECT at::date AS day FROM call GROUP BY 1 HAVING count(*) > 1", "call");
  server.folder.write("r.toml", pack);
  for (const std::string zone : {"UTC", "America/New_York", "Asia/Tokyo"}) {
    Environment environment;
    environment.variables = {{"TZ", zone}, {"PGTZ", zone}};
    server.folder.write("countercheck.toml", "rules = [\"r.toml\"]\n[source.db]\npostgres = \"" +
                                                 server.database.uri() + "\"\n");
    const std::string project = server.folder.file("countercheck.toml");
    CHECK(countercheck({"run", "-c", project}, environment).exit == 1);
    server.folder.write("countercheck.toml",
                        "rules = [\"r.toml\"]\ntimezone = \"America/New_York\"\n[source.db]\n"
                        "postgres = \"" +
                            server.database.uri() + "\"\n");
    const Ran ran = countercheck({"run", "-c", project}, environment);
    CHECK(ran.exit == 0);
    CHECK_THAT(ran.out, contains("America/New_York"));
  }
}

}  // namespace countercheck::test
