// What a role is not shown must not look like what is not there.
#include <string>

#include "tests/adapters/postgres/support.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

std::string blindness(OpenSource& source, const std::string& sql) {
  Rows rows;
  const auto report = source.run(sql, rows);
  REQUIRE(report.ok());
  return report.value().blindness;
}

}  // namespace

TEST_CASE("FB-031: row security is an error that names the table and the cure", "[postgres]") {
  TestDatabase database;
  TestRole role(database);
  database.exec(
      "CREATE TABLE charge (id int); INSERT INTO charge VALUES (1), (1);"
      "ALTER TABLE charge ENABLE ROW LEVEL SECURITY; GRANT SELECT ON charge TO " +
      role.name());
  OpenSource source(database.uri(role.name()));
  const SourceError error = source.error("SELECT id FROM charge GROUP BY id HAVING count(*) > 1");
  CHECK(error.kind == SourceErrorKind::kRowSecurity);
  CHECK_THAT(error.message, contains("\"charge\""));
  CHECK_THAT(error.message, contains("BYPASSRLS"));

  PostgresOptions accepted = options_for(database.uri(role.name()));
  accepted.row_security = true;
  OpenSource filtered(accepted);
  CHECK(filtered.scalar("SELECT count(*) FROM charge") == "0");
}

TEST_CASE("a missing privilege is named with the role", "[postgres]") {
  TestDatabase database;
  TestRole role(database);
  database.exec("CREATE TABLE charge (id int)");
  OpenSource source(database.uri(role.name()));
  const SourceError error = source.error("SELECT * FROM charge");
  CHECK(error.kind == SourceErrorKind::kMissingPrivilege);
  CHECK_THAT(error.message, contains("charge"));
  CHECK_THAT(error.message, contains(role.name()));
}

TEST_CASE("FB-032: statistics views are blind without the right and not with it", "[postgres]") {
  TestDatabase database;
  TestRole role(database);
  OpenSource source(database.uri(role.name()));
  const std::string sql = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%billing%'";
  CHECK_THAT(blindness(source, sql), contains("GRANT pg_monitor TO " + role.name()));
  CHECK_THAT(blindness(source, "SELECT count(*) FROM pg_stat_get_activity(NULL)"),
             contains("GRANT pg_monitor"));
  CHECK_THAT(blindness(source, "SELECT count(*) FROM pg_stat_progress_vacuum"),
             contains("pg_stat_progress_vacuum"));
  CHECK(blindness(source, "SELECT count(*) FROM pg_class").empty());
  database.exec("GRANT pg_monitor TO " + role.name());
  OpenSource seeing(database.uri(role.name()));
  CHECK(blindness(seeing, sql).empty());
  OpenSource superuser(database.uri());
  CHECK(blindness(superuser, sql).empty());
}

TEST_CASE("FB-032: a view over hidden statistics and quoted names are blind too", "[postgres]") {
  TestDatabase database;
  TestRole role(database);
  database.exec(
      "CREATE VIEW work AS SELECT * FROM pg_stat_get_activity(NULL) AS a;"
      "CREATE VIEW over AS SELECT count(*) FROM work;"
      "CREATE VIEW honest AS SELECT relname, pg_stat_get_live_tuples(oid) FROM pg_class;"
      "GRANT SELECT ON work, over, honest TO " +
      role.name() + "; ALTER ROLE " + role.name() + " SET quote_all_identifiers = on");
  OpenSource source(database.uri(role.name()));
  CHECK_THAT(blindness(source, "SELECT count(*) FROM work"),
             contains("public.work (pg_stat_get_activity) hides other roles' sessions"));
  CHECK_THAT(blindness(source, "SELECT * FROM over"), contains("public.work"));
  CHECK_THAT(blindness(source, "SELECT count(*) FROM pg_stat_activity"),
             contains("pg_catalog.pg_stat_activity hides"));
  CHECK(blindness(source, "SELECT count(*) FROM honest").empty());
  CHECK(blindness(source, "SELECT count(*) FROM pg_stat_user_tables").empty());
  database.exec("GRANT pg_monitor TO " + role.name());
  OpenSource seeing(database.uri(role.name()));
  CHECK(blindness(seeing, "SELECT count(*) FROM work").empty());
}

TEST_CASE("FB-033: the standard information views are blind to a reader", "[postgres]") {
  TestDatabase database;
  TestRole role(database);
  database.exec(
      "CREATE TABLE charge (id int PRIMARY KEY, acct text UNIQUE);"
      "GRANT SELECT ON charge TO " +
      role.name());
  OpenSource source(database.uri(role.name()));
  const std::string sql =
      "SELECT count(*) FROM information_schema.table_constraints"
      " WHERE table_name = 'charge'";
  CHECK(source.scalar(sql) == "0");
  CHECK_THAT(blindness(source, sql), contains("read pg_catalog instead"));
  // From 18 on, NOT NULL is a constraint as well.
  CHECK(source.scalar("SELECT count(*) FROM pg_constraint"
                      " WHERE conrelid = 'charge'::regclass AND contype IN ('p', 'u')") == "2");
  OpenSource superuser(database.uri());
  CHECK(blindness(superuser, sql).empty());
}

TEST_CASE("FB-039: a schema of the role's name does not stand in", "[postgres]") {
  TestDatabase database;
  TestRole role(database);
  database.exec(
      "CREATE TABLE public.pay (id int); INSERT INTO public.pay VALUES (1), (1);"
      "GRANT SELECT ON public.pay TO " +
      role.name() + "; CREATE SCHEMA AUTHORIZATION " + role.name() + "; CREATE TABLE " +
      role.name() + ".pay (id int); ALTER TABLE " + role.name() + ".pay OWNER TO " + role.name() +
      "; ALTER ROLE " + role.name() + " SET search_path = \"$user\", public");
  OpenSource source(database.uri(role.name()));
  Rows rows;
  const auto report = source.run("SELECT id FROM pay", rows);
  REQUIRE(report.ok());
  CHECK(rows.cells.size() == 2);
  REQUIRE(report.value().reads.size() == 1);
  CHECK(report.value().reads[0].name == "public.pay");
}

TEST_CASE("FB-039: a schema of the path that is missing or closed is refused", "[postgres]") {
  TestDatabase database;
  TestRole role(database);
  database.exec(
      "CREATE SCHEMA closed; CREATE SCHEMA \"Odd One\"; GRANT USAGE ON SCHEMA"
      " \"Odd One\" TO " +
      role.name());
  PostgresOptions options = options_for(database.uri(role.name()));
  options.search_path = {"closed", "public"};
  const auto closed = make_postgres_source(options)->open();
  REQUIRE_FALSE(closed.ok());
  CHECK_THAT(closed.error().message, contains("closed"));
  options.search_path = {"absent", "public"};
  CHECK_FALSE(make_postgres_source(options)->open().ok());
  options.search_path = {"$user"};
  CHECK_FALSE(make_postgres_source(options)->open().ok());
  options.search_path = {"Odd One", "public"};
  OpenSource source(options);
  CHECK(source.facts.search_path == "pg_catalog, \"Odd One\", public, pg_temp");
}

}  // namespace countercheck::test
