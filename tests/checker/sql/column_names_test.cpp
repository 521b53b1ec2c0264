#include <array>
#include <string>

#include "checker/sql/guard.h"
#include "tests/support/catch.h"

using countercheck::inspect_postgres;

namespace {

std::string columns_of(const std::string& sql) {
  const auto result = inspect_postgres(sql);
  if (!result.ok()) {
    return "error: " + result.error().message;
  }
  if (!result.value().columns) {
    return "uncertain";
  }
  std::string names;
  for (const std::string& name : *result.value().columns) {
    names += names.empty() ? name : "," + name;
  }
  return names;
}

}  // namespace

// Each right side is what psql shows for the statement on Postgres 15.
TEST_CASE("columns are named as Postgres names them", "[sql]") {
  CHECK(columns_of("select a, t.b, s.t.c as d, \"E f\", 'x' \"g,h\" from t") == "a,b,d,E f,g,h");
  CHECK(columns_of("select count(*), pg_catalog.lower(a), sum(b) over () from t") ==
        "count,lower,sum");
  CHECK(columns_of("select 1, 'x', a + 1, not a, a is null, $1, -a from t") ==
        "?column?,?column?,?column?,?column?,?column?,?column?,?column?");
  CHECK(columns_of(
            "select a::int, 1::int, '2'::text, date '2026-01-01', cast(f(1) as text) from t") ==
        "a,int4,text,date,f");
  CHECK(columns_of("select case when a then b end, case when a then b else c end, "
                   "case when a then b else 1 end, (case when a then b end)::text from t") ==
        "case,c,case,text");
  CHECK(columns_of("select array[1], row(1, 2), coalesce(a, b), nullif(a, b), greatest(a), "
                   "least(a) from t") == "array,row,coalesce,nullif,greatest,least");
  CHECK(
      columns_of("select (select x from u), (select max(x) from u), (select 1), exists (select 1), "
                 "array(select 1), 1 in (select 1)") == "x,max,?column?,exists,array,?column?");
  CHECK(columns_of("select (select 1)::text, (1, 2)::text, true::text, (array[1])[1]") ==
        "?column?,row,text,array");
  CHECK(columns_of("select current_date, current_timestamp(3), current_user, session_user, user") ==
        "current_date,current_timestamp,current_user,session_user,user");
  CHECK(columns_of("select (a).b, (a[1]).c, a[1], a collate \"C\" from t") == "b,c,a,a");
  CHECK(
      columns_of("select extract(year from d), d at time zone 'UTC', substring(a from 2) from t") ==
      "extract,timezone,substring");
}

TEST_CASE("columns of unions and values come from the left and by number", "[sql]") {
  CHECK(columns_of("select a from t union select b from u except select c from v") == "a");
  CHECK(columns_of("(values (1, 2)) union all select 3, 4") == "column1,column2");
  CHECK(columns_of("values (1, 2, 3), (4, 5, 6)") == "column1,column2,column3");
  CHECK(columns_of("with w as (select 1 as z) select z from w") == "z");
  CHECK(columns_of("select") == "");
}

TEST_CASE("columns behind a star or an unknown node are not guessed", "[sql]") {
  const std::array<const char*, 7> statements = {"select * from t",
                                                 "select a, t.* from t",
                                                 "table t",
                                                 "select (a).* from t",
                                                 "select xmlelement(name b)",
                                                 "select (table t)",
                                                 "select (select 1 union select 2)"};
  for (const char* sql : statements) {
    INFO(sql);
    CHECK(columns_of(sql) == "uncertain");
  }
}
