#include "checker/plan/plan.h"

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/catch.h"

using countercheck::BindType;
using countercheck::Dialect;
using countercheck::Mistakes;
using countercheck::ParameterContext;
using countercheck::ParameterDeclaration;
using countercheck::plan_rules;
using countercheck::PlannedRule;
using countercheck::Result;
using countercheck::Rule;
using countercheck::SourceErrorKind;
using countercheck::SqlText;
using countercheck::TimeZone;
using countercheck::test::contains;

namespace {

SqlText text(const std::string& sql, std::size_t line) { return {sql, {"r.toml", line, 1}, true}; }

Rule rule_of(const std::string& violations) {
  Rule rule;
  rule.id = "r.x";
  rule.sources = {"db"};
  rule.place = {"r.toml", 1, 1};
  rule.violations.both = text(violations, 10);
  rule.population.both = text("SELECT count(*) FROM charge", 20);
  return rule;
}

Result<std::vector<PlannedRule>, Mistakes> plan(const Rule& rule, Dialect dialect) {
  static std::vector<Rule> kept;  // a plan points to its rules
  kept = {rule};
  return plan_rules(kept, {{"db", dialect}, {"eu", dialect}, {"us", dialect}}, ParameterContext{});
}

ParameterDeclaration parameter(const std::string& name, BindType type, const std::string& value) {
  ParameterDeclaration declaration;
  declaration.name = name;
  declaration.type = type;
  declaration.fallback = value;
  return declaration;
}

}  // namespace

TEST_CASE("an undeclared placeholder refuses the run with its place", "[plan]") {
  for (const Dialect dialect : {Dialect::kPostgres, Dialect::kSqlite}) {
    Rule rule = rule_of("SELECT 1\n FROM charge WHERE day > :sicne");
    rule.parameters = {parameter("since", BindType::kDate, "2026-02-01")};
    const auto planned = plan(rule, dialect);
    REQUIRE_FALSE(planned.ok());
    REQUIRE(planned.error().size() == 1);
    CHECK(to_text(planned.error().front().place) == "r.toml:11:26");
    CHECK_THAT(planned.error().front().message, contains("did you mean 'since'?"));
  }
}

TEST_CASE("placeholders that cannot be bound are named in whatever spelling", "[plan]") {
  const std::vector<std::string> spellings = {"?", "?1", "@x", "$x"};
  for (const std::string& spelling : spellings) {
    const auto planned = plan(rule_of("SELECT 1 WHERE 1 = " + spelling), Dialect::kSqlite);
    REQUIRE_FALSE(planned.ok());
    CHECK_THAT(planned.error().front().message, contains("'" + spelling + "'"));
  }
  const auto planned = plan(rule_of("SELECT 1 WHERE 1 = $1"), Dialect::kPostgres);
  REQUIRE_FALSE(planned.ok());
  CHECK_THAT(planned.error().front().message, contains("'$1'"));
}

TEST_CASE("FB-015: a rule without parameters is sent byte for byte", "[plan]") {
  const std::string sql =
      "select acct from charge where item like '%gpu%' and at::time > '12:30:00' and meta ? "
      "'promo' -- 5% off";
  const auto planned = plan(rule_of(sql), Dialect::kPostgres);
  REQUIRE(planned.ok());
  CHECK(planned.value().front().violations.sent.text == sql);
  CHECK_FALSE(planned.value().front().violations.problem.has_value());

  const std::string slice = "select tags[1:n] from charge";
  const auto sliced = plan(rule_of(slice), Dialect::kPostgres);
  REQUIRE(sliced.ok());
  CHECK(sliced.value().front().violations.sent.text == slice);
  CHECK_FALSE(sliced.value().front().violations.problem.has_value());
}

TEST_CASE("declared parameters are numbered for Postgres and named for SQLite", "[plan]") {
  Rule rule = rule_of("SELECT ':no' FROM charge WHERE day > :since AND day > :since");
  rule.parameters = {parameter("since", BindType::kDate, "2026-02-01")};
  const auto postgres = plan(rule, Dialect::kPostgres);
  REQUIRE(postgres.ok());
  const PlannedRule& planned = postgres.value().front();
  CHECK(planned.violations.sent.text == "SELECT ':no' FROM charge WHERE day > $1 AND day > $1");
  const auto query = bind_parameters(planned.violations, planned.parameters);
  REQUIRE(query.bindings.size() == 1);
  CHECK(query.bindings.front().value.text == "2026-02-01");

  const auto sqlite = plan(rule, Dialect::kSqlite);
  REQUIRE(sqlite.ok());
  CHECK(sqlite.value().front().violations.sent.text == rule.violations.both->text);
}

TEST_CASE("a text that the guard refuses belongs to its rule alone", "[plan]") {
  const auto planned = plan(rule_of("SELECT 1;\nDELETE FROM charge"), Dialect::kPostgres);
  REQUIRE(planned.ok());
  REQUIRE(planned.value().front().violations.problem.has_value());
  CHECK(planned.value().front().violations.problem->error.kind == SourceErrorKind::kRefused);
}

TEST_CASE("a syntax error has its place in the rule file", "[plan]") {
  for (const Dialect dialect : {Dialect::kPostgres, Dialect::kSqlite}) {
    const auto planned = plan(rule_of("SELECT 1\nFROM charge WHERE )"), dialect);
    REQUIRE(planned.ok());
    REQUIRE(planned.value().front().violations.problem.has_value());
    CHECK(to_text(planned.value().front().violations.problem->place) == "r.toml:11:19");
  }
}

TEST_CASE("a rule on several sources is planned once for each", "[plan]") {
  Rule rule = rule_of("SELECT 1 WHERE 0 = 1");
  rule.sources = {"us", "eu"};
  rule.sources_is_array = true;
  const auto planned = plan(rule, Dialect::kSqlite);
  REQUIRE(planned.ok());
  REQUIRE(planned.value().size() == 2);
  CHECK(planned.value()[0].id == "r.x@eu");
  CHECK(planned.value()[1].id == "r.x@us");
}

TEST_CASE("a rule without text for its source's engine is refused", "[plan]") {
  Rule rule = rule_of("");
  rule.violations = {};
  rule.violations.postgres = text("SELECT 1", 10);
  const auto planned = plan(rule, Dialect::kSqlite);
  REQUIRE_FALSE(planned.ok());
  CHECK_THAT(planned.error().front().message, contains("no sqlite text for 'violations'"));
}

TEST_CASE("a parameter may not have the name of a column of the violation", "[plan]") {
  Rule rule = rule_of("SELECT account_id FROM charge WHERE account_id > :account_id");
  rule.key = {"account_id"};
  rule.evidence.emplace();
  rule.evidence->both = text("SELECT * FROM charge WHERE account_id = :account_id", 30);
  rule.parameters = {parameter("account_id", BindType::kInteger, "4")};
  const auto planned = plan(rule, Dialect::kSqlite);
  REQUIRE_FALSE(planned.ok());
  CHECK_THAT(planned.error().front().message, contains("rename one of them"));
}
