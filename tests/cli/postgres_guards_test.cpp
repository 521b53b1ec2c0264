// What a rule must not call on Postgres, in whatever dress.
#include <string>
#include <vector>

#include "tests/cli/pack.h"
#include "tests/cli/postgres_server.h"
#include "tests/support/catch.h"
#include "tests/support/program.h"

namespace countercheck::test {

TEST_CASE("an operator of one's own can not take over one of the rule's", "[cli][postgres]") {
  Server server;
  server.database.exec(
      "CREATE FUNCTION never(varchar, varchar) RETURNS bool LANGUAGE plpgsql AS"
      " 'BEGIN RETURN false; END'; CREATE OPERATOR public.= (leftarg = varchar, rightarg = varchar,"
      " function = never); CREATE TABLE state(st varchar); INSERT INTO state VALUES ('bad')");
  const Ran taken = server.run(rule_text("bad", "SELECT st FROM state WHERE st = 'bad'", "state"));
  CHECK(taken.exit == 2);
  CHECK_THAT(taken.out, contains("public.="));
  const Ran meant = server.run(
      rule_text("bad", "SELECT st FROM state WHERE st OPERATOR(pg_catalog.=) 'bad'", "state"));
  CHECK(meant.exit == 1);
}

TEST_CASE("a field of a function in FROM is judged as the call that it is", "[cli][postgres]") {
  const Server server;
  const std::vector<std::string> hidden = {
      "SELECT f.pg_sleep FROM unnest(ARRAY[3::float8]) AS f",
      "SELECT f.ts_stat FROM unnest(ARRAY['select to_tsvector(1::text)']) AS f",
      "SELECT f.pg_cancel_backend FROM generate_series(1, 1) AS f"};
  for (const std::string& sql : hidden) {
    CHECK(server.run(rule_text("call", sql, "charge")).exit == 2);
  }
}

TEST_CASE("the fresh query is under the same guards and its now is not the future",
          "[cli][postgres]") {
  const Server server;
  const Ran sleeps =
      server.run_project(rule_text("dup", kDup, "charge"),
                         "fresh = { sql = '''SELECT now() FROM pg_sleep(1)''', within = \"1h\" }",
                         server.database.uri());
  CHECK(sleeps.exit == 2);
  CHECK_THAT(sleeps.out, contains("pg_sleep"));
  const Ran now = server.run_project(rule_text("dup", kDup, "charge"),
                                     "fresh = { sql = '''SELECT now()''', within = \"1h\" }",
                                     server.database.uri());
  CHECK(now.exit == 0);
}

}  // namespace countercheck::test
