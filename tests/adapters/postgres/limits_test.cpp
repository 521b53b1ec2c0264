#include <chrono>
#include <string>
#include <thread>

#include "tests/adapters/postgres/support.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

milliseconds since(steady_clock::time_point start) {
  return std::chrono::duration_cast<milliseconds>(steady_clock::now() - start);
}

// The machine that runs the tests may be busy; what is bounded here takes hours when it is broken.
constexpr milliseconds kSoon{8000};

}  // namespace

TEST_CASE("a statement is ended at its time limit and the session goes on", "[postgres]") {
  TestDatabase database;
  OpenSource source(database.uri());
  Rows rows;
  const auto start = steady_clock::now();
  const auto report = source.run("SELECT pg_sleep(3600)", rows, {}, milliseconds(250));
  REQUIRE_FALSE(report.ok());
  CHECK(report.error().kind == SourceErrorKind::kTimeout);
  CHECK_THAT(report.error().message, contains("250ms"));
  CHECK(since(start) < kSoon);
  CHECK(source.scalar("SELECT 1") == "1");
}

TEST_CASE("a statement that streams for ever is ended too", "[postgres]") {
  TestDatabase database;
  OpenSource source(database.uri());
  Counter counter;
  const auto report =
      source.run("SELECT generate_series(1, 1000000000000)", counter, {}, milliseconds(3000));
  REQUIRE_FALSE(report.ok());
  CHECK(report.error().kind == SourceErrorKind::kTimeout);
  CHECK(counter.rows > 0);
}

TEST_CASE("the time of the sink does not count", "[postgres]") {
  TestDatabase database;
  OpenSource source(database.uri());
  Rows rows;
  rows.pause = milliseconds(150);
  const auto report = source.run("SELECT generate_series(1, 10)", rows, {}, milliseconds(1000));
  REQUIRE(report.ok());
  CHECK(rows.cells.size() == 10);
  CHECK(report.value().seconds < 1.0);
}

TEST_CASE("cancel from another thread ends a running statement and all later ones", "[postgres]") {
  TestDatabase database;
  OpenSource source(database.uri());
  std::jthread canceller([&] {
    std::this_thread::sleep_for(milliseconds(300));
    source.session->cancel();
  });
  const auto start = steady_clock::now();
  Rows rows;
  const auto report = source.run("SELECT pg_sleep(3600)", rows);
  REQUIRE_FALSE(report.ok());
  CHECK(report.error().kind == SourceErrorKind::kInterrupted);
  CHECK(since(start) < kSoon);
  CHECK(source.error("SELECT 1").kind == SourceErrorKind::kInterrupted);
}

TEST_CASE("cancel before a statement keeps it from being sent", "[postgres]") {
  TestDatabase database;
  OpenSource source(database.uri());
  source.session->cancel();
  CHECK(source.error("SELECT 1").kind == SourceErrorKind::kInterrupted);
  CHECK(source.session->describe({"SELECT 1", {}}, {}).error().kind ==
        SourceErrorKind::kInterrupted);
}

TEST_CASE("a lock that is not granted in time is named", "[postgres]") {
  TestDatabase database;
  database.exec("CREATE TABLE charge (id int)");
  database.exec("BEGIN; LOCK TABLE charge");
  PostgresOptions options = options_for(database.uri());
  options.lock_timeout = milliseconds(200);
  OpenSource source(options);
  const SourceError error = source.error("SELECT * FROM charge");
  CHECK(error.kind == SourceErrorKind::kLocked);
  CHECK(error.code == "55P03");
  database.exec("ROLLBACK");
  CHECK(source.scalar("SELECT count(*) FROM charge") == "0");
}

TEST_CASE("cancel ends a wait for a lock", "[postgres]") {
  TestDatabase database;
  database.exec("CREATE TABLE charge (id int)");
  database.exec("BEGIN; LOCK TABLE charge");
  OpenSource source(database.uri());
  std::jthread canceller([&] {
    std::this_thread::sleep_for(milliseconds(300));
    source.session->cancel();
  });
  CHECK(source.error("SELECT * FROM charge").kind == SourceErrorKind::kInterrupted);
  database.exec("ROLLBACK");
}

TEST_CASE("a snapshot that is too old ends the running statement and refuses the next",
          "[postgres]") {
  TestDatabase database;
  PostgresOptions options = options_for(database.uri());
  options.max_snapshot_age = milliseconds(1500);
  OpenSource source(options);
  const SourceError error = source.error("SELECT pg_sleep(3600)");
  CHECK(error.kind == SourceErrorKind::kSnapshotGone);
  CHECK_THAT(error.message, contains("max_snapshot_age (1500ms)"));
  CHECK(source.error("SELECT 1").kind == SourceErrorKind::kSnapshotGone);
}

TEST_CASE("the server's own limit stands behind ours and changes with it", "[postgres]") {
  TestDatabase database;
  OpenSource source(database.uri());
  const auto limit_under = [&](milliseconds timeout) {
    Rows rows;
    REQUIRE(source.run("SELECT current_setting('statement_timeout')", rows, {}, timeout).ok());
    return rows.cells.at(0).at(0);
  };
  CHECK(limit_under(milliseconds(2000)) == "20s");
  CHECK(limit_under(milliseconds(2000)) == "20s");
  CHECK(limit_under(milliseconds(0)) == "0");
  CHECK(limit_under(std::chrono::minutes(10)) == "100min");
}

TEST_CASE("a statement ended by somebody else is not called a timeout of ours", "[postgres]") {
  TestDatabase database;
  OpenSource source(database.uri());
  const std::string backend = source.scalar("SELECT pg_backend_pid()");
  std::jthread other([&] {
    std::this_thread::sleep_for(milliseconds(300));
    database.exec("SELECT pg_cancel_backend(" + backend + ")");
  });
  CHECK_THAT(source.error("SELECT pg_sleep(3600)").message, contains("from outside"));
}

}  // namespace countercheck::test
