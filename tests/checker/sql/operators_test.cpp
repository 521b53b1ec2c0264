#include <array>
#include <map>
#include <string>
#include <vector>

#include "checker/sql/guard.h"
#include "tests/support/catch.h"

using countercheck::inspect_postgres;
using countercheck::judge_operators;
using countercheck::SourceErrorKind;
using countercheck::test::contains;

namespace {

using ReadsThrough = std::map<std::string, std::string>;

const std::vector<std::string> kUserOperators = {"public.=", "my.schema.@@@",
                                                 "other.=", "public.<="};

std::string operators_of(const std::string& sql) {
  const auto result = inspect_postgres(sql);
  if (!result.ok()) {
    return "error: " + result.error().message;
  }
  std::string names;
  for (const auto& used : result.value().operators) {
    CHECK(used.offset < sql.size());
    names += names.empty() ? "" : " ";
    names += used.schema.empty() ? "" : used.schema + ".";
    names += used.name;
  }
  return names;
}

// What is said of the operators in a statement; "" when they may run.
std::string judged(const std::string& sql, const ReadsThrough& reads_through = {}) {
  const auto facts = inspect_postgres(sql);
  REQUIRE(facts.ok());
  const auto result = judge_operators(facts.value().operators, kUserOperators, reads_through);
  if (result.ok()) {
    return "";
  }
  CHECK(result.error().kind == SourceErrorKind::kRefused);
  REQUIRE(result.error().position.has_value());
  CHECK(*result.error().position < sql.size());
  return result.error().message;
}

}  // namespace

TEST_CASE("operators are found wherever they are written", "[sql]") {
  CHECK(operators_of("select a + b, -c, a || 'x' from t where a <> 1 and not b") == "+ - || <>");
  CHECK(operators_of("select a operator(s.+) b, operator(pg_catalog.-) c") == "s.+ pg_catalog.-");
  CHECK(operators_of("select 1 from t join u on a < b group by a - 1 having sum(c) > 2 order by "
                     "a * 2 limit 1 % 2") == "< - > * %");
  CHECK(operators_of("select sum(x) filter (where a @> b) over (partition by a # b) from t") ==
        "@> #");
  CHECK(operators_of("with a as (select 1 & 2 union select 3 | 4) select * from f(5 ^ 6)") ==
        "& | ^");
  CHECK(operators_of("select 1 from t order by a using <, b using operator(s.>)") == "< s.>");
  CHECK(operators_of("select -1, a, t.b from t") == "");
}

TEST_CASE("operators that other words imply are found", "[sql]") {
  CHECK(operators_of("select a in (1, 2), a not in (1, 2)") == "= <>");
  CHECK(operators_of("select a in (select 1), (a, b) not in (select 1, 2)") == "= =");
  CHECK(operators_of("select a = any ($1), a < all ($1), a operator(s.>) any (select 1)") ==
        "= < s.>");
  CHECK(operators_of("select a like b, a not like b, a ilike b, a not ilike b") ==
        "~~ !~~ ~~* !~~*");
  CHECK(operators_of("select a similar to b, a like any ($1)") == "~ ~~");
  CHECK(operators_of("select a between 1 and 2, a not between 1 and 2") == ">= <= < >");
  CHECK(operators_of("select a between symmetric 1 and 2, a not between symmetric 1 and 2") ==
        ">= <= < >");
  CHECK(operators_of("select a is distinct from b, a is not distinct from b, nullif(a, b)") ==
        "= = =");
  CHECK(operators_of("select case a when 1 then 2 end, case when b then 3 end") == "=");
  CHECK(operators_of("select (a, b) = (1, 2), row(a, b) >= row(1, 2)") == "= >=");
  CHECK(operators_of("select 1 from t join u using (a)") == "=");
  CHECK(operators_of("select 1 from t natural join u cross join v") == "=");
}

TEST_CASE("what Postgres compares by type names no operator", "[sql]") {
  CHECK(operators_of("select distinct a from t group by a union select b from u order by 1") == "");
  CHECK(operators_of("select exists (select 1), array(select 1), (select 1), a is null from t "
                     "order by a desc") == "");
}

TEST_CASE("an operator with a database in its name is refused", "[sql]") {
  const auto result = inspect_postgres("select a operator(db.s.=) b");
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().kind == SourceErrorKind::kRefused);
  CHECK(result.error().position == 9U);
}

TEST_CASE("an operator that a user could have made is refused where it stands", "[sql]") {
  const std::string sql = "select 'é' < a from t where st = 'bad'";
  const auto facts = inspect_postgres(sql);
  REQUIRE(facts.ok());
  const auto result = judge_operators(facts.value().operators, kUserOperators, {});
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().kind == SourceErrorKind::kRefused);
  CHECK(result.error().position == sql.find('='));
  CHECK_THAT(result.error().message, contains("operator public.= is not part of Postgres"));
  CHECK_THAT(result.error().message, contains("OPERATOR(pg_catalog.=)"));
  CHECK_THAT(result.error().message, contains("reads_through"));
}

TEST_CASE("every way to compare meets the user's operator", "[sql]") {
  const std::array<const char*, 10> comparisons = {
      "a in (1, 2)",     "a in (select 1)",      "a = any ($1)",
      "nullif(a, b)",    "a is distinct from b", "case a when b then c end",
      "(a, b) = (c, d)", "a between 1 and 2",    "a not in (select 1)",
      "a = b or a < b"};
  for (const char* comparison : comparisons) {
    INFO(comparison);
    CHECK_THAT(judged(std::string("select ") + comparison + " from t"), contains("public."));
  }
  CHECK_THAT(judged("select 1 from t natural join u"), contains("public.="));
  CHECK_THAT(judged("select 1 from t join u using (a)"), contains("public.="));
  CHECK_THAT(judged("select a @@@ b from t"), contains("my.schema.@@@"));
}

TEST_CASE("an operator of Postgres may run", "[sql]") {
  CHECK(judged("select a + b, a <> c, a < c, a @@ b, a || b from t") == "");
  CHECK(judged("select a operator(pg_catalog.=) b from t") == "");
  CHECK(judge_operators({}, kUserOperators, {}).ok());
}

TEST_CASE("an operator of another schema needs a reason", "[sql]") {
  CHECK_THAT(judged("select a operator(hidden.+) b from t"), contains("hidden.+"));
  CHECK(judged("select a operator(hidden.+) b from t", {{"hidden.+", "ours"}}) == "");
  CHECK_THAT(judged("select a = b from t", {{"public.=", "ours"}}), contains("other.="));
  CHECK(judged("select a = b from t", {{"public.=", "ours"}, {"other.=", "ours"}}) == "");
  CHECK(judged("select a = b from t", {{"=", "ours"}}) == "");
  CHECK_THAT(judged("select a = b from t", {{"public.<=", "wrong one"}}), contains("public.="));
}
