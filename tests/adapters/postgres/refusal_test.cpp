// Attempts to break out of the read-only transaction, made directly against the adapter: the
// parse-tree guard that stands in front of it is not here.
#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/adapters/postgres/support.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

struct Fixture {
  TestDatabase database;

  Fixture() {
    database.exec(
        "CREATE TABLE charge (id int, amount numeric); CREATE SEQUENCE sq;"
        "INSERT INTO charge VALUES (1, 10), (2, 20)");
  }

  std::string table() {
    return database.scalar("SELECT string_agg(id || ':' || amount, ',' ORDER BY id) FROM charge");
  }

  // After any attempt the table is whole and the next rule is answered under the pinned settings.
  void check_unharmed(OpenSource& source) {
    CHECK(table() == "1:10,2:20");
    CHECK(source.scalar("SELECT count(*) || current_setting('transaction_read_only')"
                        " || current_setting('TimeZone') || current_setting('search_path')"
                        " FROM charge") == "2onUTCpg_catalog, public, pg_temp");
  }
};

}  // namespace

TEST_CASE("FB-090: leaving the transaction is refused and nothing is deleted", "[postgres]") {
  Fixture fixture;
  OpenSource source(fixture.database.uri());
  const std::vector<std::string> attempts = {"commit",
                                             "/* x */ commit",
                                             "commit; delete from charge; select 1",
                                             "select 1; commit; delete from charge; select 1",
                                             "select 1; select 2",
                                             "rollback",
                                             "rollback to savepoint countercheck",
                                             "release savepoint countercheck",
                                             "begin",
                                             "savepoint x",
                                             "set transaction read write",
                                             "prepare transaction 'x'"};
  REQUIRE_FALSE(attempts.empty());
  for (const std::string& attempt : attempts) {
    INFO(attempt);
    const SourceError error = source.error(attempt);
    CHECK((error.kind == SourceErrorKind::kRefused || error.kind == SourceErrorKind::kSql));
    fixture.check_unharmed(source);
  }
}

TEST_CASE("FB-012: a second statement is refused by the server itself", "[postgres]") {
  Fixture fixture;
  fixture.database.exec("INSERT INTO charge VALUES (1, 10)");
  OpenSource source(fixture.database.uri());
  const SourceError error = source.error(
      "select id, count(*) from charge group by id having count(*) > 1; select 1 where false");
  CHECK(error.code == "42601");
  CHECK(error.kind == SourceErrorKind::kSql);
}

TEST_CASE("FB-013: text that yields no set of rows is an error", "[postgres]") {
  Fixture fixture;
  OpenSource source(fixture.database.uri());
  const std::vector<std::string> attempts = {"",
                                             "-- todo",
                                             "/* nothing */",
                                             "set search_path = billing",
                                             "do $$ begin end $$",
                                             "listen x",
                                             "copy charge to stdout",
                                             "copy (select 1) to program 'true'",
                                             "notify x",
                                             "prepare p as select 1",
                                             "lock table charge",
                                             "truncate charge",
                                             "create temp table x (a int)",
                                             "discard all",
                                             "reset all",
                                             "call nothing()",
                                             "explain select 1",
                                             "show all",
                                             ";"};
  REQUIRE_FALSE(attempts.empty());
  for (const std::string& attempt : attempts) {
    INFO(attempt);
    const SourceError error = source.error(attempt);
    CHECK(error.kind == SourceErrorKind::kRefused);
    CHECK_THAT(error.message, contains("rule returned no result set"));
  }
  fixture.check_unharmed(source);
}

TEST_CASE("a SELECT that makes a table or returns no column is refused", "[postgres]") {
  Fixture fixture;
  OpenSource source(fixture.database.uri());
  CHECK(source.error("select * into copied from charge").kind == SourceErrorKind::kRefused);
  CHECK(source.error("select * into temp copied from charge").kind == SourceErrorKind::kRefused);
  CHECK(source.error("select from charge").kind == SourceErrorKind::kRefused);
  CHECK(source.error("table copied").code == "42P01");
  fixture.check_unharmed(source);
}

TEST_CASE("FB-089: a data-changing WITH is refused", "[postgres]") {
  Fixture fixture;
  OpenSource source(fixture.database.uri());
  const SourceError error =
      source.error("with d as (delete from charge returning *) select * from d");
  CHECK(error.kind == SourceErrorKind::kRefused);
  CHECK(error.code == "25006");
  CHECK(source.error("select * from charge for update").kind == SourceErrorKind::kRefused);
  fixture.check_unharmed(source);
}

TEST_CASE("FB-091: functions with effects are refused or their effects noticed", "[postgres]") {
  Fixture fixture;
  OpenSource source(fixture.database.uri());
  CHECK(source.error("select nextval('sq')").code == "25006");
  CHECK_THAT(source.error("select pg_advisory_lock(1)").message, contains("advisory lock"));
  const auto locks = [&] {
    return fixture.database.scalar("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'");
  };
  // The lock goes with the server's process, a moment after the connection was closed.
  for (int tries = 0; tries < 100 && locks() != "0"; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  CHECK(locks() == "0");
  CHECK(source.error("select set_config('transaction_read_only', 'off', true)").kind ==
        SourceErrorKind::kRefused);
  fixture.check_unharmed(source);
}

TEST_CASE("a rule that changes a pinned setting is not believed", "[postgres]") {
  Fixture fixture;
  OpenSource source(fixture.database.uri());
  const std::vector<std::pair<std::string, std::string>> changes = {
      {"TimeZone", "America/New_York"},
      {"DateStyle", "German"},
      {"search_path", "pg_temp"},
      {"row_security", "on"},
      {"transform_null_equals", "on"},
      {"bytea_output", "escape"},
      {"extra_float_digits", "-15"},
      {"standard_conforming_strings", "off"},
      {"lock_timeout", "1"},
      {"IntervalStyle", "iso_8601"},
      {"gin_fuzzy_search_limit", "5"},
      {"role", "pg_monitor"}};
  REQUIRE_FALSE(changes.empty());
  for (const auto& [name, value] : changes) {
    for (const char* local : {"true", "false"}) {
      INFO(name << " local " << local);
      const SourceError error = source.error("select set_config('" + name + "', '" + value + "', " +
                                             local + "), * from charge");
      CHECK(error.kind == SourceErrorKind::kRefused);
      CHECK_THAT(error.message, contains("changed"));
      fixture.check_unharmed(source);
    }
  }
}

TEST_CASE("an error leaves the session usable", "[postgres]") {
  Fixture fixture;
  OpenSource source(fixture.database.uri());
  const std::string backend = source.scalar("select pg_backend_pid()");
  CHECK(source.error("select 1 / (amount - amount) from charge").kind == SourceErrorKind::kData);
  CHECK(source.error("select nothing from charge").code == "42703");
  CHECK(source.error("select 'x'::int").kind == SourceErrorKind::kData);
  CHECK(source.error("select $1").kind == SourceErrorKind::kSql);
  CHECK(source.scalar("select pg_backend_pid()") == backend);
  fixture.check_unharmed(source);
}

TEST_CASE("FB-002: a division by zero while rows come is an error with the engine's words",
          "[postgres]") {
  Fixture fixture;
  OpenSource source(fixture.database.uri());
  const SourceError error = source.error("select 1/0 from charge");
  CHECK(error.code == "22012");
  CHECK_THAT(error.message, contains("division by zero"));
}

TEST_CASE("FB-070: an integer overflow is an error", "[postgres]") {
  Fixture fixture;
  OpenSource source(fixture.database.uri());
  const SourceError error =
      source.error("select (2000000000 + sum(id) * 2000000000)::int from charge");
  CHECK(error.kind == SourceErrorKind::kData);
  CHECK_THAT(error.message, contains("out of range"));
}

TEST_CASE("an error names its place in bytes of the text as it was sent", "[postgres]") {
  Fixture fixture;
  OpenSource source(fixture.database.uri());
  const std::string sql = "select 'f\xc3\xbcr \xe2\x82\xac', nothing from charge";
  const SourceError error = source.error(sql);
  REQUIRE(error.position.has_value());
  CHECK(*error.position == sql.find("nothing"));
}

}  // namespace countercheck::test
