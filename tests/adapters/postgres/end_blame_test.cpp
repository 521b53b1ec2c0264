// What is found at the end must be charged to what the rule read, or the rule's answer stands.
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/adapters/postgres/support.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

constexpr char kTables[] =
    "CREATE TABLE charge (id int, amount numeric, amount_new numeric);"
    "INSERT INTO charge VALUES (1, -5, 5);"
    "CREATE TABLE charge_new (id int, amount numeric, amount_new numeric);"
    "CREATE TABLE parent (id int); CREATE TABLE kid () INHERITS (parent);"
    "INSERT INTO kid VALUES (1);"
    "CREATE TABLE parted (id int) PARTITION BY RANGE (id);"
    "CREATE TABLE low PARTITION OF parted FOR VALUES FROM (0) TO (10);"
    "CREATE TABLE high PARTITION OF parted FOR VALUES FROM (10) TO (20) PARTITION BY LIST (id);"
    "CREATE TABLE ten PARTITION OF high FOR VALUES IN (10); INSERT INTO parted VALUES (1), (10)";

// Lets `change` happen, then reads, and returns the reasons charged to what this one read met.
std::string charged(const std::string& sql, const std::string& change,
                    const std::string& before_open = "") {
  TestDatabase database;
  TestRole role(database);
  database.exec(kTables);
  database.exec("GRANT SELECT ON ALL TABLES IN SCHEMA public TO " + role.name());
  if (!before_open.empty()) {
    database.exec("ALTER ROLE " + role.name() + " " + before_open);
  }
  OpenSource source(database.uri(role.name()));
  std::istringstream statements(change);
  for (std::string statement; std::getline(statements, statement, ';');) {
    database.exec(statement);
  }
  Rows rows;
  const auto report = source.run(sql, rows);
  REQUIRE(report.ok());
  const std::vector<Relation>& reads = report.value().reads;
  REQUIRE_FALSE(reads.empty());
  const auto found = source.source->verify_end(reads);
  REQUIRE(found.ok());
  std::string text;
  for (const EndFinding& finding : found.value()) {
    REQUIRE(finding.relation.has_value());
    bool is_read = false;
    for (const Relation& relation : reads) {
      is_read = is_read || relation == *finding.relation;
    }
    CHECK(is_read);
    text += finding.relation->name + ": " + finding.reason + "; ";
  }
  return text;
}

}  // namespace

TEST_CASE("a child that vanished before the read is charged to the parent", "[postgres]") {
  CHECK_THAT(charged("SELECT * FROM parted", "ALTER TABLE parted DETACH PARTITION low"),
             contains("public.parted: public.low was dropped or detached"));
  CHECK_THAT(charged("SELECT * FROM parted", "DROP TABLE low"),
             contains("public.parted: public.low was dropped or detached"));
  CHECK_THAT(charged("SELECT * FROM parent", "ALTER TABLE kid NO INHERIT parent"),
             contains("public.parent: public.kid was dropped or detached"));
}

TEST_CASE("a partition detached concurrently is charged to the parent", "[postgres]") {
  TestDatabase database;
  if (std::stoi(database.scalar("SHOW server_version_num")) < 140000) {
    return;  // such servers have no such statement
  }
  CHECK_THAT(
      charged("SELECT * FROM parted", "ALTER TABLE parted DETACH PARTITION low CONCURRENTLY"),
      contains("public.parted: public.low was dropped or detached"));
}

TEST_CASE("a grandchild that vanished is charged to the grandparent", "[postgres]") {
  CHECK_THAT(charged("SELECT * FROM parted", "DROP TABLE ten"),
             contains("public.parted: public.ten was dropped or detached"));
  CHECK_THAT(charged("SELECT * FROM parted", "DROP TABLE high"),
             contains("public.parted: public.ten was dropped or detached"));
  CHECK_THAT(charged("SELECT * FROM parted", "TRUNCATE ten"),
             contains("public.parted: public.ten was truncated"));
}

TEST_CASE("a table that took the name of another is charged by the name that was read",
          "[postgres]") {
  CHECK_THAT(charged("SELECT * FROM charge",
                     "ALTER TABLE charge RENAME TO old; ALTER TABLE charge_new RENAME TO charge"),
             contains("public.charge: public.charge_new was renamed to public.charge"));
}

TEST_CASE("a role that quotes every name still has its reads recognised", "[postgres]") {
  CHECK_THAT(charged("SELECT * FROM charge", "TRUNCATE charge", "SET quote_all_identifiers = on"),
             contains("public.charge: public.charge was truncated"));
}

TEST_CASE("a change of columns that rewrites nothing is found", "[postgres]") {
  const std::string sql = "SELECT id FROM charge WHERE amount < 0";
  const std::string columns = "public.charge: the columns of public.charge changed";
  CHECK_THAT(charged(sql,
                     "ALTER TABLE charge RENAME amount TO x;"
                     "ALTER TABLE charge RENAME amount_new TO amount"),
             contains(columns));
  CHECK_THAT(charged(sql,
                     "ALTER TABLE charge DROP COLUMN amount;"
                     "ALTER TABLE charge ADD COLUMN amount numeric DEFAULT 0"),
             contains(columns));
  CHECK_THAT(charged("SELECT * FROM parent", "ALTER TABLE kid ADD COLUMN note text"),
             contains("public.parent: the columns of public.kid changed"));
}

TEST_CASE("what the planner newly takes for granted is found", "[postgres]") {
  const std::string sql = "SELECT id FROM charge WHERE amount < 0";
  CHECK_THAT(charged(sql,
                     "UPDATE charge SET amount = 1;"
                     "ALTER TABLE charge ALTER amount SET NOT NULL"),
             contains("the columns of public.charge changed"));
  CHECK_THAT(
      charged(sql, "UPDATE charge SET amount = 1; ALTER TABLE charge ADD CHECK (amount > 0)"),
      contains("a constraint or unique index of public.charge changed"));
  CHECK_THAT(charged(sql, "CREATE UNIQUE INDEX ON charge (id)"),
             contains("a constraint or unique index of public.charge changed"));
  CHECK(charged(sql, "CREATE INDEX ON charge (id); ALTER TABLE charge ALTER amount SET DEFAULT 3")
            .empty());
}

}  // namespace countercheck::test
