#include <sys/resource.h>

#include <string>
#include <vector>

#include "tests/adapters/postgres/support.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

// Peak memory of this process so far, in KiB.
long peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

}  // namespace

TEST_CASE("FB-029: no row is lost at any number of rows", "[postgres]") {
  TestDatabase database;
  OpenSource source(database.uri());
  for (const int rows : {0, 1, 2, 999, 1000, 1001, 9999, 10000, 10001, 65535, 65536, 65537}) {
    Counter counter;
    REQUIRE(source.run("SELECT g FROM generate_series(1, " + std::to_string(rows) + ") g", counter)
                .ok());
    CHECK(counter.rows == static_cast<std::size_t>(rows));
  }
}

TEST_CASE("FB-015: percent signs and colons and question marks reach the server as they are",
          "[postgres]") {
  TestDatabase database;
  database.exec(
      "CREATE TABLE charge (acct text, item text, at timestamp, meta jsonb);"
      "INSERT INTO charge VALUES ('A-1', 'big gpu box', '2026-02-17 13:00',"
      " '{\"promo\": 1}')");
  OpenSource source(database.uri());
  CHECK(source.scalar("select acct from charge where item like '%gpu%' and at::time > '12:30:00'"
                      " and meta ? 'promo' -- 5% off") == "A-1");
}

TEST_CASE("columns are told once also when there is no row", "[postgres]") {
  TestDatabase database;
  OpenSource source(database.uri());
  Rows rows;
  REQUIRE(source.run("SELECT 1 AS a, 'x'::text AS b WHERE false", rows).ok());
  CHECK(rows.column_calls == 1);
  REQUIRE(rows.names.size() == 2);
  CHECK(rows.names[1].name == "b");
  CHECK(rows.cells.empty());
}

TEST_CASE("rows before an error were seen and the error is still an error", "[postgres]") {
  TestDatabase database;
  OpenSource source(database.uri());
  Counter counter;
  const auto report =
      source.run("SELECT 10 / (5000 - g) FROM generate_series(1, 10000) g", counter);
  REQUIRE_FALSE(report.ok());
  CHECK(report.error().code == "22012");
  CHECK(counter.rows == 4999);
}

TEST_CASE("FB-109: a text of 50 MiB and a row of 1600 columns pass", "[postgres]") {
  TestDatabase database;
  OpenSource source(database.uri());
  Counter counter;
  REQUIRE(source.run("SELECT repeat('x', 50 * 1024 * 1024)", counter).ok());
  CHECK(counter.bytes == 50U * 1024U * 1024U);

  std::string sql = "SELECT 0";
  for (int column = 1; column < 1600; ++column) {
    sql += "," + std::to_string(column);
  }
  Rows rows;
  REQUIRE(source.run(sql, rows).ok());
  REQUIRE(rows.cells.size() == 1);
  REQUIRE(rows.cells[0].size() == 1600);
  CHECK(rows.cells[0][1599] == "1599");
}

TEST_CASE("FB-109: five million rows stream in constant memory", "[postgres][slow]") {
  TestDatabase database;
  OpenSource source(database.uri());
  Counter warm_up;
  const std::string head = "SELECT g, date '2026-01-01', 10.50::numeric, 'acct-' || g::text FROM ";
  REQUIRE(source.run(head + "generate_series(1, 100000) g", warm_up).ok());
  const long before = peak_memory();
  Counter counter;
  REQUIRE(source.run(head + "generate_series(1, 5000000) g", counter).ok());
  CHECK(counter.rows == 5000000);
  CHECK(peak_memory() - before < 8L * 1024L);
}

TEST_CASE("a sink that has seen enough ends the query and that is no error", "[postgres]") {
  TestDatabase database;
  OpenSource source(database.uri());
  for (const char* count : {"100", "100000000"}) {
    Rows rows;
    rows.stop_after = 3;
    const auto report = source.run(std::string("SELECT generate_series(1, ") + count + ")", rows);
    REQUIRE(report.ok());
    CHECK(rows.cells.size() == 3);
    CHECK(source.scalar("SELECT 42") == "42");
  }
}

TEST_CASE("the tables that a statement read are named by what it locked", "[postgres]") {
  TestDatabase database;
  database.exec(
      "CREATE SCHEMA billing; CREATE TABLE billing.charge (id int PRIMARY KEY);"
      "CREATE TABLE public.other (id int); CREATE VIEW seen AS SELECT * FROM other;"
      "CREATE MATERIALIZED VIEW stored AS SELECT 1 AS one;"
      "CREATE TABLE \"Odd Name\" (id int)");
  OpenSource source(database.uri());
  const auto reads = [&](const std::string& sql) {
    Rows rows;
    const auto report = source.run(sql, rows);
    REQUIRE(report.ok());
    std::string names;
    for (const Relation& relation : report.value().reads) {
      CHECK(relation.oid != 0);
      names += relation.name + " ";
    }
    return names;
  };
  CHECK(reads("SELECT 1").empty());
  CHECK(reads("SELECT * FROM billing.charge WHERE id = 1") == "billing.charge ");
  CHECK(reads("SELECT * FROM seen") == "public.other public.seen ");
  CHECK(reads("SELECT * FROM stored, \"Odd Name\"") == "public.\"Odd Name\" public.stored ");
  CHECK(reads("SELECT count(*) FROM pg_class") == "pg_catalog.pg_class ");
  CHECK(reads("SELECT 1").empty());
  CHECK(reads("WITH seen AS (SELECT 1) SELECT * FROM seen").empty());
}

TEST_CASE("functions are known with schema and volatility for every overload", "[postgres]") {
  TestDatabase database;
  database.exec(
      "CREATE SCHEMA helpers; CREATE FUNCTION helpers.lower(int) RETURNS int LANGUAGE sql"
      " STABLE AS 'SELECT 1'");
  OpenSource source(database.uri());
  const std::vector<std::string> names = {"lower", "nextval", "no_such_function"};
  const auto facts = source.source->functions(names);
  REQUIRE(facts.ok());
  bool own = false;
  bool builtin = false;
  bool changing = false;
  for (const FunctionFacts& fact : facts.value()) {
    own = own || (fact.schema == "helpers" && fact.volatility == 's' && !fact.builtin);
    builtin = builtin || (fact.schema == "pg_catalog" && fact.name == "lower" && fact.builtin);
    changing = changing || (fact.name == "nextval" && fact.volatility == 'v');
    CHECK(fact.name != "no_such_function");
  }
  CHECK(own);
  CHECK(builtin);
  CHECK(changing);
  CHECK(source.source->functions({}).ok());
}

}  // namespace countercheck::test
