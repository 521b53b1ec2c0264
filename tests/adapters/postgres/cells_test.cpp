#include <string>

#include "tests/adapters/postgres/support.h"
#include "tests/support/catch.h"

namespace countercheck::test {

TEST_CASE("every type becomes a cell of one kind and exact spelling", "[postgres]") {
  TestDatabase database;
  OpenSource source(database.uri());
  Rows rows;
  const auto report = source.run(
      "SELECT 1::int2 AS a, -2147483648 AS b, 9223372036854775807 AS c, 4294967295::oid AS d,"
      " 10.50::numeric AS e, 0.1::float8 AS f, 0.1::float4 AS g, true AS h, false AS i,"
      " '\\x00ff41'::bytea AS j, 'text'::text AS k, date '2026-02-17' AS l, NULL::int AS m,"
      " 1e-7::numeric AS n, ''::bytea AS o, 1e300::numeric * 10 > 0 AS p",
      rows);
  REQUIRE(report.ok());
  REQUIRE(rows.cells.size() == 1);
  const std::vector<std::string> expected = {"1",
                                             "-2147483648",
                                             "9223372036854775807",
                                             "4294967295",
                                             "10.50",
                                             "0.1",
                                             "0.1",
                                             "true",
                                             "false",
                                             std::string("\0\xff\x41", 3),
                                             "text",
                                             "2026-02-17",
                                             "NULL",
                                             "0.0000001",
                                             "",
                                             "true"};
  CHECK(rows.cells[0] == expected);
  using enum CellKind;
  const std::vector<CellKind> kinds = {kInteger, kInteger, kInteger, kInteger, kDecimal, kReal,
                                       kReal,    kText,    kText,    kBytes,   kText,    kText,
                                       kNull,    kDecimal, kBytes,   kText};
  CHECK(rows.kinds[0] == kinds);
  REQUIRE(rows.names.size() == 16);
  CHECK(rows.names[0].type_name == "smallint");
  CHECK(rows.names[4].type_name == "numeric");
  CHECK(rows.names[4].type_oid == 1700);
  CHECK(rows.names[11].type_name == "date");
}

TEST_CASE("FB-067: not-a-number and infinity arrive as such", "[postgres]") {
  TestDatabase database;
  OpenSource source(database.uri());
  Rows rows;
  // Before 14, numeric knew no infinity.
  const bool numeric_infinity =
      source.scalar("SELECT (current_setting('server_version_num')::int >= 140000)::int") == "1";
  const std::string large = numeric_infinity ? "Infinity" : "NaN";
  const std::string small = numeric_infinity ? "-Infinity" : "NaN";
  REQUIRE(source
              .run("SELECT 'NaN'::numeric, '" + large + "'::numeric, '" + small +
                       "'::numeric, 'NaN'::float8, '-Infinity'::float8",
                   rows)
              .ok());
  const std::vector<std::string> expected = {"NaN", large, small, "NaN", "-Infinity"};
  REQUIRE(rows.cells.size() == 1);
  CHECK(rows.cells[0] == expected);
  CHECK(rows.kinds[0][0] == CellKind::kDecimal);
  CHECK(rows.kinds[0][3] == CellKind::kReal);
}

TEST_CASE("FB-096: two columns of one name keep both values", "[postgres]") {
  TestDatabase database;
  OpenSource source(database.uri());
  Rows rows;
  REQUIRE(
      source
          .run("SELECT u.total, c.total FROM (VALUES (10)) u(total), (VALUES (20)) c(total)", rows)
          .ok());
  REQUIRE(rows.cells.size() == 1);
  CHECK(rows.cells[0] == std::vector<std::string>{"10", "20"});
  CHECK(rows.names[0].name == "total");
  CHECK(rows.names[1].name == "total");
}

TEST_CASE("FB-102: bytes that are not UTF-8 arrive raw from an SQL_ASCII database", "[postgres]") {
  TestDatabase database("TEMPLATE template0 ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'");
  database.exec(
      "CREATE TABLE t (v text); SET client_encoding = 'SQL_ASCII';"
      "INSERT INTO t VALUES (E'caf\\xe9')");
  OpenSource source(database.uri());
  CHECK(source.scalar("SELECT v FROM t") == "caf\xe9");
  CHECK_THAT(source.facts.server, contains("encoding SQL_ASCII"));
}

TEST_CASE("values are bound as what they are", "[postgres]") {
  TestDatabase database;
  OpenSource source(database.uri());
  Rows rows;
  const auto report = source.run(
      "SELECT pg_typeof($1)::text, pg_typeof($2)::text, pg_typeof($3)::text, pg_typeof($4)::text,"
      " pg_typeof($5)::text, pg_typeof($6)::text, $6, $7 = '\\x00ff'::bytea, $8 IS NULL",
      rows,
      {bind(BindType::kText, text_value("a'b\\c")), bind(BindType::kInteger, integer_value(7)),
       bind(BindType::kDecimal, decimal_value("1.50")),
       bind(BindType::kDate, text_value("2026-02-17")),
       bind(BindType::kTimestamp, text_value("2026-02-17 10:00:00+00:00")),
       bind(BindType::kBoolean, integer_value(1)),
       bind(BindType::kColumn, Value{CellKind::kBytes, 0, std::string("\0\xff", 2), 2}, 17),
       bind(BindType::kDate, null_value())});
  REQUIRE(report.ok());
  REQUIRE(rows.cells.size() == 1);
  CHECK(rows.cells[0] == std::vector<std::string>{"text", "bigint", "numeric", "date",
                                                  "timestamp with time zone", "boolean", "true",
                                                  "true", "true"});
}

TEST_CASE("a value that was cut or holds a NUL is not bound", "[postgres]") {
  TestDatabase database;
  OpenSource source(database.uri());
  Rows rows;
  const Value cut{CellKind::kText, 0, "abc", 1000};
  const auto first = source.run("SELECT $1", rows, {bind(BindType::kText, cut)});
  REQUIRE_FALSE(first.ok());
  CHECK_THAT(first.error().message, contains("cut for display"));
  const auto second =
      source.run("SELECT $1", rows, {bind(BindType::kText, text_value(std::string("a\0b", 3)))});
  REQUIRE_FALSE(second.ok());
  CHECK_THAT(second.error().message, contains("NUL"));
  CHECK(rows.cells.empty());
}

TEST_CASE("a column of an own type is named and bound again as that type", "[postgres]") {
  TestDatabase database;
  database.exec(
      "CREATE TYPE mood AS ENUM ('sad', 'glad'); CREATE TABLE t (m mood);"
      "INSERT INTO t VALUES ('glad'), ('sad')");
  OpenSource source(database.uri());
  const auto columns = source.session->describe({"SELECT m, count(*) FROM t GROUP BY m", {}}, {});
  REQUIRE(columns.ok());
  REQUIRE(columns.value().size() == 2);
  CHECK(columns.value()[0].type_name == "mood");
  CHECK(columns.value()[1].type_name == "bigint");
  Rows rows;
  REQUIRE(source
              .run("SELECT m FROM t WHERE m = $1", rows,
                   {bind(BindType::kColumn, text_value("sad"), columns.value()[0].type_oid)})
              .ok());
  REQUIRE(rows.cells.size() == 1);
  CHECK(rows.cells[0][0] == "sad");
}

}  // namespace countercheck::test
