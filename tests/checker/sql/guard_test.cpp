#include "checker/sql/guard.h"

#include <array>
#include <string>

#include "tests/support/catch.h"

using countercheck::CallForm;
using countercheck::inspect_postgres;
using countercheck::SourceError;
using countercheck::SourceErrorKind;
using countercheck::test::contains;

namespace {

SourceError error_of(const std::string& sql) {
  INFO(sql);
  const auto result = inspect_postgres(sql);
  REQUIRE_FALSE(result.ok());
  return result.error();
}

std::string functions_of(const std::string& sql) {
  const auto result = inspect_postgres(sql);
  if (!result.ok()) {
    return "error: " + result.error().message;
  }
  std::string names;
  for (const auto& function : result.value().functions) {
    CHECK(function.offset < sql.size());
    names += names.empty() ? "" : " ";
    names += function.form == CallForm::kCall ? "" : ".";
    names += function.schema.empty() ? "" : function.schema + ".";
    names += function.name;
  }
  return names;
}

}  // namespace

TEST_CASE("one reading statement of any shape is let through", "[sql]") {
  for (const char* sql :
       {"select 1", "select 1;", "select 1 ; -- done", "/* why */ select 1 /* ; */",
        "values (1), (2)", "table charges", "with a as (select 1) select * from a",
        "select 1 union all select 2", "(select 1) order by 1",
        "select * from a join lateral (select 1) b on true", "select",
        "with recursive r as (select 1 union select * from r) select * from r",
        "select ';' , $$ ; $$ from t", "select * from t where x = $1",
        "select * from xmltable('/a' passing x columns b int)",
        "select count(*) from \"insertStmt\"",
        "select 1 as \"intoClause\", 2 as \"lockingClause\", 'DeleteStmt' as \"funcname\""}) {
    INFO(sql);
    CHECK(inspect_postgres(sql).ok());
  }
}

TEST_CASE("an empty text returns no result set", "[sql]") {
  for (const char* sql : {"", "  \n ", ";", "-- nothing", "/* ; */ ;;"}) {
    const SourceError error = error_of(sql);
    CHECK(error.kind == SourceErrorKind::kRefused);
    CHECK_THAT(error.message, contains("no result set"));
  }
}

TEST_CASE("a second statement is refused where it starts", "[sql]") {
  const SourceError error = error_of("select 1;  select 2");
  CHECK(error.kind == SourceErrorKind::kRefused);
  CHECK_THAT(error.message, contains("2 statements"));
  CHECK(error.position == 11U);
  CHECK_FALSE(inspect_postgres("commit; begin read write; drop table t").ok());
  CHECK_FALSE(inspect_postgres("select 1; commit").ok());
}

TEST_CASE("every other kind of statement is refused by its name", "[sql]") {
  struct Case {
    const char* sql;
    const char* word;
  };
  const std::array<Case, 16> cases = {
      {{"insert into t values (1)", "INSERT"},
       {"update t set a = 1", "UPDATE"},
       {"delete from t", "DELETE"},
       {"merge into t using s on true when matched then delete", "MERGE"},
       {"truncate t", "TRUNCATE"},
       {"create table t (a int)", "CREATE"},
       {"create table t as select 1", "CREATE"},
       {"copy t to '/tmp/x'", "COPY"},
       {"explain select 1", "EXPLAIN"},
       {"explain analyze delete from t", "EXPLAIN"},
       {"set role postgres", "VARIABLE"},
       {"show all", "VARIABLE"},
       {"call f()", "CALL"},
       {"do $$ begin end $$", "DO"},
       {"prepare p as select 1", "PREPARE"},
       {"lock table t", "LOCK"}}};
  for (const Case& refused : cases) {
    const SourceError error = error_of(refused.sql);
    CHECK(error.kind == SourceErrorKind::kRefused);
    CHECK_THAT(error.message, contains(refused.word));
    CHECK(error.position == 0U);
  }
}

TEST_CASE("writing is refused however deep it is hidden", "[sql]") {
  for (const char* sql :
       {"with a as (delete from t returning *) select * from a",
        "with a as (insert into t values (1) returning *) select 1",
        "select * from (with a as (update t set x = 1 returning *) select * from a) b",
        "select (with a as (delete from t returning 1) select 1)",
        "with a as (with b as (delete from t returning *) select * from b) select * from a",
        "select 1 union (with a as (delete from t returning 1) select 1)",
        "select 1 from t order by (with a as (delete from t returning 1) select 1)",
        "values ((with a as (delete from t returning 1) select 1))",
        "select 1 limit (with a as (delete from t returning 1) select 1)"}) {
    const SourceError error = error_of(sql);
    CHECK(error.kind == SourceErrorKind::kRefused);
    CHECK_THAT(error.message, contains("only reads"));
    REQUIRE(error.position.has_value());
    CHECK(std::string(sql).substr(*error.position, 1) == "t");
  }
}

TEST_CASE("SELECT INTO is refused in any branch", "[sql]") {
  for (const char* sql :
       {"select 1 into x", "select 1 as a into temp x from t", "select 1 into x union select 2"}) {
    CHECK_THAT(error_of(sql).message, contains("create a table"));
  }
}

TEST_CASE("row locks are refused in any branch", "[sql]") {
  for (const char* sql :
       {"select * from t for update", "select * from t for share",
        "select * from (select * from t for no key update) a", "select * from t for key share",
        "with a as (select * from t for update) select * from a",
        "select exists (select 1 from t for update)"}) {
    CHECK_THAT(error_of(sql).message, contains("lock rows"));
  }
}

TEST_CASE("views over the server's files are refused by name", "[sql]") {
  for (const char* sql :
       {"select * from pg_file_settings", "select * from pg_catalog.pg_hba_file_rules",
        "select 1 where exists (table pg_ident_file_mappings)", "select * from PG_File_Settings",
        "select * from a, lateral (select * from pg_catalog.pg_file_settings) b"}) {
    CHECK_THAT(error_of(sql).message, contains("files of the server"));
  }
  CHECK(inspect_postgres("select * from mine.pg_file_settings").ok());
}

TEST_CASE("a syntax error has its place in bytes", "[sql]") {
  const std::string sql = "select 'éé€😀' frm from where";
  const SourceError error = error_of(sql);
  CHECK(error.kind == SourceErrorKind::kSql);
  CHECK_THAT(error.message, contains("syntax error"));
  REQUIRE(error.position.has_value());
  CHECK(sql.substr(*error.position) == "where");
  CHECK(error_of("select (").position == 8U);
}

TEST_CASE("what the parser would not see whole is refused", "[sql]") {
  const std::string nul("select 1\0; drop table t", 23);
  CHECK_THAT(error_of(nul).message, contains("NUL"));
  CHECK(error_of(nul).position == 8U);
  CHECK_THAT(error_of("select '\xff'").message, contains("UTF-8"));
  CHECK_THAT(error_of(std::string(64 * 1024 + 1, ' ')).message, contains("65537 bytes"));
  CHECK(inspect_postgres("select 1" + std::string(64 * 1024 - 8, ' ')).ok());
}

TEST_CASE("functions are found wherever they are called", "[sql]") {
  CHECK(functions_of("select lower(a), pg_catalog.upper(b) from t") == "lower pg_catalog.upper");
  CHECK(functions_of("select \"Lower\"(a), LOWER(b)") == "Lower lower");
  CHECK(functions_of("select * from f(1), rows from (g(2), h(3)) x") == "f g h");
  CHECK(functions_of(
            "select sum(x) filter (where f(x)) over (partition by g(x) order by h(x)) from t") ==
        "sum f g h");
  CHECK(functions_of("select 1 from t where a in (select f(x) from u) group by rollup (g(a)) "
                     "having h(a) order by i(a) limit j(1) offset k(1)") == "f g h i j k");
  CHECK(functions_of("select 1 from t tablesample bernoulli (f(1))") == "bernoulli f");
  CHECK(functions_of("select extract(year from d), a at time zone 'UTC', trim(b) from t") ==
        "pg_catalog.extract pg_catalog.timezone pg_catalog.btrim");
  CHECK(functions_of("select current_date, coalesce(a, b), nullif(a, b), greatest(a), a::text") ==
        "");
  CHECK(functions_of("with a as (values (f(1))) select array[g(1)], case when h(1) then i(1) end, "
                     "row(j(1)), k(VARIADIC l(1)), m(n => o(1)) from a") == "f g h i j k l m o");
}

TEST_CASE("a field of a value is a call in disguise", "[sql]") {
  CHECK(functions_of("select ('/etc/passwd'::text).pg_read_file") == ".pg_read_file");
  CHECK(functions_of("select (a).b.c, (f(1)).g, (x[1]).h from t") == ".b .c .g f .h");
  CHECK(functions_of("select t.total, s.t.total, total, t.* from s.t") == ".total .total");
}

TEST_CASE("a function with a database in its name is refused", "[sql]") {
  const SourceError error = error_of("select a, db.s.f(1) from t");
  CHECK(error.kind == SourceErrorKind::kRefused);
  CHECK(error.position == 10U);
}
