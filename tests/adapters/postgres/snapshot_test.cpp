#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include "tests/adapters/postgres/support.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

using std::chrono::milliseconds;

// Ends the backends of the source; `exporter` picks the one that never runs a rule.
void kill_backends(TestDatabase& database, const std::string& condition) {
  database.exec(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = "
      "current_database() AND application_name = 'countercheck' AND " +
      condition);
  std::this_thread::sleep_for(milliseconds(200));
}

}  // namespace

TEST_CASE("FB-044: all sessions see the moment of the snapshot whatever a writer does",
          "[postgres]") {
  TestDatabase database;
  database.exec(
      "CREATE TABLE account (id int, cents int); INSERT INTO account VALUES (1, 500),"
      " (2, 500)");
  OpenSource source(database.uri());
  const std::string sql = "SELECT string_agg(cents::text, ',' ORDER BY id) FROM account";
  CHECK(source.scalar(sql) == "500,500");
  database.exec(
      "UPDATE account SET cents = cents - 100 WHERE id = 1;"
      "UPDATE account SET cents = cents + 100 WHERE id = 2");
  CHECK(source.scalar(sql) == "500,500");
  auto later = source.source->session();
  REQUIRE(later.ok());
  Rows rows;
  REQUIRE(later.value()->run({sql, {}}, {}, rows).ok());
  CHECK(rows.cells.at(0).at(0) == "500,500");
  OpenSource fresh(database.uri());
  CHECK(fresh.scalar(sql) == "400,600");
}

TEST_CASE("FB-111: idling while the client prints does not cost the session", "[postgres]") {
  TestDatabase database;
  database.exec("ALTER DATABASE " + database.name() +
                " SET idle_in_transaction_session_timeout = '200ms'");
  OpenSource source(database.uri());
  Rows rows;
  rows.pause = milliseconds(1000);
  REQUIRE(source.run("SELECT 1", rows).ok());
  for (int rule = 0; rule < 3; ++rule) {
    CHECK(source.scalar("SELECT 7") == "7");
    std::this_thread::sleep_for(milliseconds(300));
  }
}

TEST_CASE("FB-111: a lost session says so and another one sees the same snapshot", "[postgres]") {
  TestDatabase database;
  database.exec("CREATE TABLE t (id int); INSERT INTO t VALUES (1)");
  OpenSource source(database.uri());
  const std::string backend = source.scalar("SELECT pg_backend_pid()");
  database.exec("INSERT INTO t VALUES (2)");
  kill_backends(database, "pid = " + backend);
  const SourceError error = source.error("SELECT pg_sleep(0)");
  CHECK(error.kind == SourceErrorKind::kLostConnection);
  CHECK_THAT(error.message, contains(database.name()));
  CHECK(source.scalar("SELECT count(*) FROM t") == "1");
}

TEST_CASE("FB-111: when the snapshot is gone no other one takes its place", "[postgres]") {
  TestDatabase database;
  database.exec("CREATE TABLE t (id int); INSERT INTO t VALUES (1)");
  OpenSource source(database.uri());
  kill_backends(database, "true");
  CHECK(source.error("SELECT 1").kind == SourceErrorKind::kLostConnection);
  CHECK(source.error("SELECT 1").kind == SourceErrorKind::kSnapshotGone);
  const auto session = source.source->session();
  REQUIRE_FALSE(session.ok());
  CHECK(session.error().kind == SourceErrorKind::kSnapshotGone);
  const auto end = source.source->verify_end({});
  REQUIRE(end.ok());
  REQUIRE(end.value().size() == 1);
  CHECK_FALSE(end.value()[0].relation.has_value());
}

TEST_CASE("FB-082: the time zone is the pinned one whatever the environment and role say",
          "[postgres]") {
  TestDatabase database;
  TestRole role(database);
  database.exec(
      "CREATE TABLE e (at timestamptz); INSERT INTO e VALUES ('2026-03-31 23:30-04'),"
      " ('2026-04-01 00:30-04'); GRANT SELECT ON e TO " +
      role.name() + "; ALTER ROLE " + role.name() + " SET TimeZone = 'Asia/Tokyo'; ALTER ROLE " +
      role.name() + " SET DateStyle = 'German'");
  const std::string sql =
      "SELECT string_agg(d, ' ' ORDER BY d) FROM"
      " (SELECT at::date || 'x' || count(*) AS d FROM e GROUP BY at::date) s";
  for (const char* zone : {"Asia/Tokyo", "America/New_York", "UTC"}) {
    setenv("TZ", zone, 1);
    PostgresOptions options = options_for(database.uri(role.name()));
    OpenSource utc(options);
    CHECK(utc.scalar(sql) == "2026-04-01x2");
    options.time_zone = "America/New_York";
    OpenSource new_york(options);
    CHECK(new_york.scalar(sql) == "2026-03-31x1 2026-04-01x1");
  }
  unsetenv("TZ");
}

TEST_CASE("sessions are as many as asked for and at least one", "[postgres]") {
  PostgresOptions options = options_for("host=h dbname=d");
  CHECK(make_postgres_source(options)->sessions_max() == 2);
  options.connections = 0;
  CHECK(make_postgres_source(options)->sessions_max() == 1);
}

}  // namespace countercheck::test
