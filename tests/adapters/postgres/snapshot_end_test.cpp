// What a snapshot does not survive must be found at the end.
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/adapters/postgres/support.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

constexpr char kTables[] =
    "CREATE TABLE charge (id int, day date); INSERT INTO charge VALUES (1, '2026-01-01');"
    "CREATE TABLE usage (id int); CREATE MATERIALIZED VIEW totals AS SELECT 1 AS one;"
    "CREATE VIEW shown AS SELECT * FROM usage;"
    "CREATE TABLE parted (id int, day date) PARTITION BY RANGE (day);"
    "CREATE TABLE jan PARTITION OF parted FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');"
    "CREATE TABLE feb PARTITION OF parted FOR VALUES FROM ('2026-02-01') TO ('2026-03-01');"
    "CREATE TABLE mar (id int, day date); INSERT INTO jan VALUES (1, '2026-01-02');"
    "INSERT INTO feb VALUES (1, '2026-02-02')";

// Reads `sql`, lets `change` happen, reads again, and returns what is found at the end.
std::vector<EndFinding> findings(const std::string& sql, const std::string& change) {
  TestDatabase database;
  database.exec(kTables);
  OpenSource source(database.uri());
  Rows rows;
  const auto before = source.run(sql, rows);
  REQUIRE(before.ok());
  std::vector<Relation> reads = before.value().reads;
  // One by one, since VACUUM must stand alone.
  std::istringstream statements(change);
  for (std::string statement; std::getline(statements, statement, ';');) {
    database.exec(statement);
  }
  if (const auto after = source.run(sql, rows); after.ok()) {
    reads.insert(reads.end(), after.value().reads.begin(), after.value().reads.end());
  }
  auto found = source.source->verify_end(reads);
  REQUIRE(found.ok());
  return std::move(found).value();
}

std::string reasons(const std::string& sql, const std::string& change) {
  std::string text;
  for (const EndFinding& finding : findings(sql, change)) {
    CHECK(finding.relation.has_value());
    text += finding.reason + " (" + finding.relation.value_or(Relation{}).name + "); ";
  }
  return text;
}

}  // namespace

TEST_CASE("what leaves the rows in place is no finding", "[postgres]") {
  CHECK(findings("SELECT * FROM charge, parted, totals, shown", "").empty());
  CHECK(findings("SELECT * FROM charge, parted, shown",
                 "INSERT INTO charge VALUES (2, '2026-01-02'); DELETE FROM parted;"
                 "VACUUM charge; ANALYZE charge; CREATE INDEX ON charge (id);"
                 "TRUNCATE mar; DROP MATERIALIZED VIEW totals")
            .empty());
}

TEST_CASE("TRUNCATE and rewrites after the snapshot are found", "[postgres]") {
  CHECK_THAT(reasons("SELECT * FROM charge", "TRUNCATE charge"),
             contains("public.charge was truncated or rewritten"));
  CHECK_THAT(reasons("SELECT * FROM charge", "VACUUM FULL charge"), contains("public.charge"));
  CHECK_THAT(reasons("SELECT * FROM parted", "TRUNCATE feb"), contains("public.feb was truncated"));
  CHECK_THAT(reasons("SELECT * FROM totals", "REFRESH MATERIALIZED VIEW totals"),
             contains("public.totals was refreshed"));
}

TEST_CASE("a table that was dropped or renamed or put in place of another is found", "[postgres]") {
  CHECK_THAT(reasons("SELECT * FROM charge", "DROP TABLE charge"),
             contains("public.charge was dropped"));
  CHECK_THAT(reasons("SELECT * FROM charge", "ALTER TABLE charge RENAME TO old"),
             contains("renamed to public.old"));
  const std::string swapped = reasons("SELECT * FROM charge",
                                      "ALTER TABLE charge RENAME TO old;"
                                      "CREATE TABLE charge (id int, day date)");
  CHECK_THAT(swapped, contains("public.charge was created after the snapshot"));
  CHECK_THAT(swapped, contains("renamed"));
  CHECK_THAT(reasons("SELECT * FROM shown", "CREATE OR REPLACE VIEW shown AS SELECT 2 AS id"),
             contains("definition of view public.shown"));
}

TEST_CASE("FB-034: a partition that was detached or attached is found", "[postgres]") {
  CHECK_THAT(reasons("SELECT * FROM parted", "ALTER TABLE parted DETACH PARTITION feb"),
             contains("public.feb"));
  CHECK_THAT(reasons("SELECT * FROM parted",
                     "ALTER TABLE parted ATTACH PARTITION mar"
                     " FOR VALUES FROM ('2026-03-01') TO ('2026-04-01')"),
             contains("public.mar"));
  CHECK_THAT(reasons("SELECT * FROM parted",
                     "ALTER TABLE parted DETACH PARTITION feb; ALTER TABLE parted ATTACH PARTITION"
                     " feb FOR VALUES FROM ('2026-02-01') TO ('2026-03-01')"),
             contains("public.feb"));
}

TEST_CASE("FB-034: a key repeated across partitions is seen through the parent", "[postgres]") {
  TestDatabase database;
  database.exec(kTables);
  OpenSource source(database.uri());
  CHECK(source.scalar("SELECT count(*) FROM (SELECT id FROM parted GROUP BY id HAVING count(*) > 1"
                      ") s") == "1");
}

TEST_CASE("row security that was switched on in between is found", "[postgres]") {
  CHECK_THAT(reasons("SELECT * FROM charge", "ALTER TABLE charge ENABLE ROW LEVEL SECURITY"),
             contains("row security of public.charge"));
}

}  // namespace countercheck::test
