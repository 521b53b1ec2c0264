#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/adapters/sqlite/support.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

constexpr const char* kEndless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

struct Charges {
  explicit Charges(int rows = 10, const std::string& more = "") {
    make_database(folder.file("a.db"), charges_script(rows) + more);
    source = std::make_unique<OpenSource>(options_for(folder.file("a.db")));
  }
  TempFolder folder;
  std::unique_ptr<OpenSource> source;
};

TEST_CASE("Columns come once and before any row and also without rows", "[sqlite]") {
  Charges charges;
  RememberingSink sink;
  const Query query{"SELECT charge_id, cents + 0 AS c FROM charge WHERE 0", {}};
  REQUIRE(charges.source->session->run(query, {}, sink).ok());
  CHECK(sink.columns_calls == 1);
  CHECK(sink.rows.empty());
  const std::vector<Column> expected = {{"charge_id", "INTEGER", 0}, {"c", "", 0}};
  CHECK(sink.names == expected);
  CHECK(charges.source->session->describe(query, {}).value() == expected);
}

TEST_CASE("FB-096: two columns of one name keep both values", "[sqlite]") {
  Charges charges;
  const Outcome outcome = charges.source->run("SELECT 10 AS total, 20 AS total");
  REQUIRE(outcome.rows.size() == 1);
  CHECK(outcome.columns.at(0).name == outcome.columns.at(1).name);
  CHECK(outcome.rows.at(0).at(0).integer == 10);
  CHECK(outcome.rows.at(0).at(1).integer == 20);
}

TEST_CASE("FB-029: the last row counts whatever the number of rows", "[sqlite]") {
  for (const int rows : {2, 999, 1000, 1001, 2000, 4096, 65537}) {
    INFO(rows);
    Charges charges(rows);
    CHECK(charges.source->run("SELECT * FROM charge").rows.size() ==
          static_cast<std::size_t>(rows));
    const Outcome negative = charges.source->run("SELECT charge_id FROM charge WHERE cents < 0");
    REQUIRE(negative.rows.size() == 1);
    CHECK(negative.rows.at(0).at(0).integer == rows);
  }
}

TEST_CASE("A sink that has enough ends the query without an error", "[sqlite]") {
  Charges charges;
  RememberingSink sink;
  sink.rows_max = 3;
  REQUIRE(charges.source->session->run({"SELECT * FROM charge", {}}, {}, sink).ok());
  CHECK(sink.rows.size() == 3);
  CHECK(charges.source->run("SELECT * FROM charge").rows.size() == 10);
}

TEST_CASE("A sink that throws leaves the session usable", "[sqlite]") {
  Charges charges;
  RememberingSink sink;
  sink.on_row = [] { throw std::runtime_error("full"); };
  CHECK_THROWS_AS(charges.source->session->run({"SELECT * FROM charge", {}}, {}, sink),
                  std::runtime_error);
  CHECK(charges.source->run("SELECT * FROM charge").rows.size() == 10);
}

TEST_CASE("FB-070: an integer overflow breaks the rule off and is no sum", "[sqlite]") {
  Charges charges;
  const SourceError error =
      run_error(*charges.source,
                "SELECT sum(x) FROM (SELECT 9223372036854775807 AS x UNION ALL "
                "SELECT 1)");
  CHECK(error.kind == SourceErrorKind::kData);
  CHECK_THAT(error.message, contains("integer overflow"));
  CHECK(error.code == "1");
  const Outcome silent = charges.source->run("SELECT 9223372036854775807 + 1");
  REQUIRE(silent.report.ok());
  CHECK(silent.rows.at(0).at(0).kind == CellKind::kReal);
}

TEST_CASE("Rows before an error were delivered and the session goes on", "[sqlite]") {
  Charges charges;
  RememberingSink sink;
  const Result<QueryReport> report = charges.source->session->run(
      {"SELECT abs(CASE WHEN charge_id < 5 THEN 1 ELSE -9223372036854775808 END) FROM charge", {}},
      {}, sink);
  REQUIRE_FALSE(report.ok());
  CHECK(report.error().kind == SourceErrorKind::kData);
  CHECK(sink.rows.size() == 4);
  CHECK(charges.source->run("SELECT 1").rows.size() == 1);
}

TEST_CASE("What SQLite cannot compile is an error with its place", "[sqlite]") {
  Charges charges;
  const SourceError table = run_error(*charges.source, "SELECT * FROM chrage");
  CHECK(table.kind == SourceErrorKind::kSql);
  CHECK_THAT(table.message, contains("no such table: chrage"));
  const SourceError syntax = run_error(*charges.source, "SELECT 1 FORM charge");
  CHECK(syntax.kind == SourceErrorKind::kSql);
  REQUIRE(syntax.position.has_value());
  CHECK(*syntax.position == 14);
}

TEST_CASE("FB-078: text in an integer column stays text", "[sqlite]") {
  Charges charges(3,
                  "CREATE TABLE usage_line(qty INTEGER);"
                  "INSERT INTO usage_line VALUES (9), ('12'), ('abc'), ('7 units');");
  const Outcome outcome = charges.source->run("SELECT qty FROM usage_line");
  REQUIRE(outcome.rows.size() == 4);
  CHECK(outcome.rows.at(1).at(0).kind == CellKind::kInteger);
  CHECK(outcome.rows.at(2).at(0) == text_value("abc"));
  CHECK(outcome.rows.at(3).at(0) == text_value("7 units"));
}

TEST_CASE("A rule ends at its time limit", "[sqlite]") {
  Charges charges;
  RememberingSink sink;
  const auto started = std::chrono::steady_clock::now();
  const Result<QueryReport> report =
      charges.source->session->run({kEndless, {}}, {std::chrono::milliseconds(200)}, sink);
  REQUIRE_FALSE(report.ok());
  CHECK(report.error().kind == SourceErrorKind::kTimeout);
  CHECK(sink.rows.empty());
  const auto took = std::chrono::steady_clock::now() - started;
  CHECK(took >= std::chrono::milliseconds(150));
  CHECK(took < std::chrono::seconds(3));
  CHECK(charges.source->run("SELECT 1").rows.size() == 1);
}

TEST_CASE("The time that a sink takes does not count", "[sqlite]") {
  Charges charges;
  RememberingSink sink;
  sink.on_row = [] { std::this_thread::sleep_for(std::chrono::milliseconds(40)); };
  const Result<QueryReport> report = charges.source->session->run(
      {"SELECT a.cents, (WITH RECURSIVE n(i) AS (SELECT a.charge_id UNION ALL SELECT i + 1 FROM n "
       "WHERE i < 3000) SELECT count(*) FROM n) FROM charge a",
       {}},
      {std::chrono::milliseconds(300)}, sink);
  REQUIRE(report.ok());
  CHECK(sink.rows.size() == 10);
  CHECK(report.value().seconds < 0.3);
}

TEST_CASE("A running statement can be cancelled from another thread within a second", "[sqlite]") {
  Charges charges;
  RememberingSink sink;
  std::chrono::steady_clock::time_point asked;
  Result<QueryReport> report = Result<QueryReport>(QueryReport{});
  {
    std::jthread canceller([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(150));
      asked = std::chrono::steady_clock::now();
      charges.source->session->cancel();
    });
    report = charges.source->session->run({kEndless, {}}, {}, sink);
  }
  CHECK(std::chrono::steady_clock::now() - asked < std::chrono::seconds(1));
  REQUIRE_FALSE(report.ok());
  CHECK(report.error().kind == SourceErrorKind::kInterrupted);
  CHECK(run_error(*charges.source, "SELECT 1").kind == SourceErrorKind::kInterrupted);
  CHECK_FALSE(charges.source->session->describe({"SELECT 1", {}}, {}).ok());
}

TEST_CASE("Sessions share the connection and outlive each other", "[sqlite]") {
  Charges charges;
  std::unique_ptr<Session> second = charges.source->source->session().value();
  RememberingSink sink;
  CHECK(second->run({"SELECT 1", {}}, {}, sink).ok());
  second.reset();
  CHECK(charges.source->run("SELECT 1").rows.size() == 1);
}

}  // namespace
}  // namespace countercheck::test
