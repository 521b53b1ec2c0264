#include <array>
#include <map>
#include <string>
#include <vector>

#include "checker/sql/guard.h"
#include "tests/support/catch.h"

using countercheck::CallForm;
using countercheck::FunctionFacts;
using countercheck::FunctionName;
using countercheck::inspect_postgres;
using countercheck::judge_functions;
using countercheck::SourceErrorKind;
using countercheck::test::contains;

namespace {

using ReadsThrough = std::map<std::string, std::string>;

const std::vector<FunctionFacts> kCatalog = {{"pg_catalog", "lower", 'i', true},
                                             {"pg_catalog", "now", 's', true},
                                             {"pg_catalog", "random", 'v', true},
                                             {"pg_catalog", "pg_sleep", 'v', true},
                                             {"pg_catalog", "pg_read_file", 'v', true},
                                             {"pg_catalog", "query_to_xml", 'v', true},
                                             {"pg_catalog", "table_to_xml", 's', true},
                                             {"pg_catalog", "pg_new_thing", 'v', true},
                                             {"pg_catalog", "ts_rewrite", 'i', true},
                                             {"pg_catalog", "ts_rewrite", 'v', true},
                                             {"pg_catalog", "txid_current", 's', true},
                                             {"pg_catalog", "system", 'v', true},
                                             {"pg_catalog", "upper", 'i', true},
                                             {"pg_catalog", "unnest", 'i', true},
                                             {"public", "upper", 'i', false},
                                             {"pg_catalog", "txid_current_if_assigned", 's', true},
                                             {"billing_helpers", "total", 's', false},
                                             {"public", "dblink", 'v', false}};

// What is said of the functions in a statement; "" when they may run.
std::string judged(const std::string& sql, const ReadsThrough& reads_through = {}) {
  const auto facts = inspect_postgres(sql);
  REQUIRE(facts.ok());
  const auto result = judge_functions(facts.value().functions, kCatalog, reads_through);
  if (result.ok()) {
    return "";
  }
  CHECK(result.error().kind == SourceErrorKind::kRefused);
  REQUIRE(result.error().position.has_value());
  CHECK(*result.error().position < sql.size());
  return result.error().message;
}

}  // namespace

TEST_CASE("immutable and stable built-ins may run", "[sql]") {
  CHECK(judged("select lower(a), now(), pg_catalog.lower(b), txid_current_if_assigned() from t") ==
        "");
  CHECK(judged("select 1") == "");
}

TEST_CASE("a volatile built-in that only looks needs a reason", "[sql]") {
  const std::string message = judged("select random()");
  CHECK_THAT(message, contains("pg_catalog.random is volatile"));
  CHECK_THAT(message, contains("reads_through"));
  CHECK(judged("select random()", {{"random", "a sample is enough"}}) == "");
  CHECK(judged("select random()", {{"pg_catalog.random", "a sample is enough"}}) == "");
  CHECK_FALSE(judged("select random()", {{"public.random", "wrong one"}}).empty());
}

TEST_CASE("a sample of a table is not the table", "[sql]") {
  CHECK_THAT(judged("select count(*) from t tablesample system (1)"),
             contains("there is no function"));
  CHECK_THAT(judged("select 1 from t tablesample system (1)"),
             contains("pg_catalog.system is volatile"));
}

TEST_CASE("what has effects or reads files cannot be allowed", "[sql]") {
  const ReadsThrough everything = {
      {"pg_sleep", "x"},   {"pg_read_file", "x"}, {"query_to_xml", "x"}, {"table_to_xml", "x"},
      {"ts_rewrite", "x"}, {"txid_current", "x"}, {"dblink", "x"},       {"pg_new_thing", "x"}};
  const std::array<const char*, 9> calls = {"pg_sleep(1)",
                                            "pg_read_file('/etc/passwd')",
                                            "query_to_xml('t')",
                                            "table_to_xml('t')",
                                            "ts_rewrite('a', 't')",
                                            "txid_current()",
                                            "dblink('x')",
                                            "pg_new_thing()",
                                            "('/etc/passwd'::text).pg_read_file"};
  for (const char* call : calls) {
    INFO(call);
    CHECK_FALSE(judged(std::string("select ") + call, everything).empty());
  }
  CHECK_THAT(judged("select table_to_xml('t')"), contains("write the query itself"));
  CHECK_THAT(judged("select txid_current()"), contains("pg_current_xact_id_if_assigned"));
}

TEST_CASE("a function of another schema needs a reason", "[sql]") {
  CHECK_THAT(judged("select billing_helpers.total(1)"), contains("billing_helpers.total"));
  CHECK_THAT(judged("select total(1)"), contains("billing_helpers.total"));
  CHECK(judged("select total(1)", {{"billing_helpers.total", "frozen in 2020"}}) == "");
  CHECK(judged("select billing_helpers.total(1)", {{"total", "frozen in 2020"}}) == "");
}

TEST_CASE("a name that a user's overload could take is refused unless it is qualified", "[sql]") {
  CHECK_THAT(judged("select upper(a) from t"), contains("public.upper"));
  CHECK(judged("select pg_catalog.upper(a) from t") == "");
  CHECK(judged("select upper(a) from t", {{"public.upper", "ours"}}) == "");
}

TEST_CASE("a column that could be a call of a user function is refused", "[sql]") {
  CHECK_THAT(judged("select c.total from charges c"), contains("is no column"));
  CHECK_THAT(judged("select (c).total from charges c"), contains("is no column"));
  CHECK(judged("select total from charges c") == "");
}

TEST_CASE("a column may have the name of a built-in", "[sql]") {
  CHECK(judged("select t.system, t.random, t.amount, (t.address).city, t.pg_sleep from t") == "");
  CHECK_FALSE(judged("select (1).pg_sleep").empty());
}

TEST_CASE("a function that hides rows of other roles is refused for its view", "[sql]") {
  const std::array<const char*, 7> names = {
      "pg_stat_get_activity",      "pg_stat_get_wal_senders",   "pg_stat_get_wal_receiver",
      "pg_stat_get_subscription",  "pg_stat_get_progress_info", "pg_stat_get_backend_idset",
      "pg_stat_get_backend_userid"};
  for (const char* name : names) {
    INFO(name);
    const std::vector<FunctionName> called = {{"", name, 7, CallForm::kCall}};
    const std::vector<FunctionFacts> catalog = {{"pg_catalog", name, 's', true}};
    const auto result = judge_functions(called, catalog, {{name, "a reason"}});
    REQUIRE_FALSE(result.ok());
    CHECK_THAT(result.error().message, contains("read the view pg_stat_activity"));
    CHECK(result.error().position == 7U);
  }
  const std::vector<FunctionName> harmless = {{"", "pg_stat_get_db_xact_commit", 7}};
  const std::vector<FunctionFacts> catalog = {
      {"pg_catalog", "pg_stat_get_db_xact_commit", 's', true}};
  CHECK(judge_functions(harmless, catalog, {}).ok());
}

TEST_CASE("a field of a function in FROM is judged as a call", "[sql]") {
  for (const char* sql : {"select f.pg_sleep from unnest($1) as f",
                          "select unnest.pg_sleep from unnest($1)",
                          "select unnest.pg_sleep from pg_catalog.unnest($1)",
                          "select f.pg_sleep from unnest($1) as f(x)",
                          "select f.pg_sleep from unnest($1) with ordinality as f",
                          "select f.pg_sleep from rows from (unnest($1)) as f",
                          "select unnest.pg_sleep from rows from (unnest($1), now())",
                          "select f.pg_sleep from t, lateral unnest(t.a) as f",
                          "select 1 from t left join unnest($1) as f on f.pg_sleep is null",
                          "select f.pg_sleep from (t cross join unnest($1) as f)",
                          "select (select f.pg_sleep from unnest($1) as f) from t as f",
                          "select (select f.pg_sleep) from unnest($1) as f",
                          "with t as (select f.pg_sleep from unnest($1) as f) select * from t",
                          "select float8.pg_sleep from cast(3 as float8)",
                          "select t.pg_sleep from cast(3 as int), t",
                          "select \"coalesce\".pg_sleep from coalesce(1, 2)",
                          "select 1 from unnest($1) as f order by f.pg_sleep",
                          "select t.pg_sleep from u",
                          "select f.ts_rewrite from unnest($1) as f",
                          "select f.table_to_xml from unnest($1) as f",
                          "select f.pg_read_file from lower($1) as f",
                          "select f.pg_new_thing from unnest($1) as f"}) {
    INFO(sql);
    const std::string message = judged(sql, {{"pg_sleep", "x"}, {"pg_new_thing", "x"}});
    CHECK_THAT(message, contains("that is no column calls function"));
  }
}

TEST_CASE("a field of what is surely a row is a column whatever its name", "[sql]") {
  for (const char* sql :
       {"select t.pg_sleep from t", "select a.pg_sleep from t as a", "select t.pg_sleep from s.t",
        "select s.t.pg_sleep from s.t, unnest($1) as u",
        "select s.pg_sleep from (select * from unnest($1) as f) as s",
        "with c as (select * from unnest($1) as f) select c.pg_sleep from c",
        "select v.pg_sleep from (values (1)) as v(pg_sleep)",
        "select x.pg_sleep from xmltable('/a' passing b columns pg_sleep int) as x",
        "select j.pg_sleep from (unnest($1) as f cross join t) as j",
        "select j.pg_sleep from t join u using (pg_sleep) as j",
        "select t.pg_sleep from t tablesample system (1)"}) {
    INFO(sql);
    CHECK(judged(sql, {{"system", "a sample is enough"}, {"unnest", "x"}}) == "");
  }
}

TEST_CASE("a field of a function in FROM may have the name of a harmless built-in", "[sql]") {
  CHECK(judged("select f.lower, f.now, f.random, f.system, f.name, f.value from unnest($1) as f") ==
        "");
  CHECK_THAT(judged("select f.total from unnest($1) as f"), contains("billing_helpers.total"));
}

TEST_CASE("a call without an entry in the catalog does not run unjudged", "[sql]") {
  CHECK_THAT(judged("select hidden.f(1)"), contains("there is no function hidden.f"));
  CHECK_THAT(judged("select uuid('x')"), contains("CAST"));
  CHECK_THAT(judged("select billing.lower(a) from t"), contains("billing.lower"));
}

TEST_CASE("the first offender in the text is named with its place", "[sql]") {
  const std::string sql = "select lower(a), 'é', pg_sleep(1), random() from t";
  const auto facts = inspect_postgres(sql);
  REQUIRE(facts.ok());
  const auto result = judge_functions(facts.value().functions, kCatalog, {});
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().position == sql.find("pg_sleep"));
}
