#include "checker/time/parameters.h"

#include <string>

#include "tests/support/catch.h"

using countercheck::Binding;
using countercheck::BindType;
using countercheck::Dialect;
using countercheck::Instant;
using countercheck::Mistakes;
using countercheck::ParameterContext;
using countercheck::ParameterDeclaration;
using countercheck::Place;
using countercheck::resolve_parameters;
using countercheck::Result;
using countercheck::Rule;
using countercheck::TimeZone;
using countercheck::Value;

namespace {

const Place kPlace{"rules/billing.toml", 7, 1};

struct Moment {
  std::string zone = "UTC";
  std::string as_of = "2026-02-17T12:00:00Z";
};

ParameterContext context_at(const Moment& moment) {
  const auto zone = TimeZone::find(moment.zone);
  REQUIRE(zone.has_value());
  const auto as_of = zone->parse(moment.as_of);
  REQUIRE(as_of.has_value());
  return {*as_of, *zone, {}};
}

Rule rule_with(BindType type, const std::string& fallback) {
  Rule rule;
  rule.id = "billing.one";
  rule.parameters.push_back({"since", type, fallback, false, kPlace});
  return rule;
}

Result<std::vector<Binding>, Mistakes> resolved(const Rule& rule,
                                                Dialect dialect = Dialect::kPostgres) {
  return resolve_parameters(rule, dialect, context_at({}));
}

// The text that a default becomes, or "mistake: …".
std::string text_of(BindType type, const std::string& fallback, const Moment& moment = {},
                    Dialect dialect = Dialect::kPostgres) {
  const auto result = resolve_parameters(rule_with(type, fallback), dialect, context_at(moment));
  if (!result.ok()) {
    REQUIRE(result.error().size() == 1);
    CHECK(result.error()[0].place == kPlace);
    return "mistake: " + result.error()[0].message;
  }
  REQUIRE(result.value().size() == 1);
  const Binding& binding = result.value()[0];
  CHECK(binding.name == "since");
  CHECK(binding.type == type);
  return binding.value.kind == countercheck::CellKind::kInteger
             ? std::to_string(binding.value.integer)
             : binding.value.text;
}

std::string date(const std::string& fallback, const Moment& moment = {}) {
  return text_of(BindType::kDate, fallback, moment);
}

std::string timestamp(const std::string& fallback, const Moment& moment = {}) {
  return text_of(BindType::kTimestamp, fallback, moment);
}

}  // namespace

TEST_CASE("a relative date is reckoned from as_of", "[time]") {
  CHECK(date("today") == "2026-02-17");
  CHECK(date("yesterday") == "2026-02-16");
  CHECK(date("month_start") == "2026-02-01");
  CHECK(date("today - 35d") == "2026-01-13");
  CHECK(date("today-35d") == "2026-01-13");
  CHECK(date("  today  +  3  d ") == "2026-02-20");
  CHECK(date("yesterday - 1d") == "2026-02-15");
  CHECK(date("month_start - 1d") == "2026-01-31");
  CHECK(date("2024-02-29") == "2024-02-29");
}

TEST_CASE("a relative date crosses a leap day and the turn of a year", "[time]") {
  CHECK(date("yesterday", {"UTC", "2024-03-01T00:00:00Z"}) == "2024-02-29");
  CHECK(date("today - 366d", {"UTC", "2025-02-28T00:00:00Z"}) == "2024-02-28");
  CHECK(date("yesterday", {"UTC", "2026-01-01T00:00:00Z"}) == "2025-12-31");
}

TEST_CASE("today is the day in the zone of the project", "[time]") {
  CHECK(date("today", {"America/New_York", "2026-04-01T03:30:00Z"}) == "2026-03-31");
  CHECK(date("today", {"Asia/Tokyo", "2026-03-31T15:30:00Z"}) == "2026-04-01");
  CHECK(date("month_start", {"America/New_York", "2026-04-01T03:30:00Z"}) == "2026-03-01");
}

TEST_CASE("a date is neither a moment nor a number of hours", "[time]") {
  CHECK_THAT(date("now"), countercheck::test::contains("write today instead"));
  CHECK_THAT(date("now - 1d"), countercheck::test::contains("write today instead"));
  CHECK_THAT(date("today - 3h"), countercheck::test::contains("whole days"));
  CHECK_THAT(date("today + 5min"), countercheck::test::contains("whole days"));
}

TEST_CASE("what is no date is a mistake with its place and the spellings", "[time]") {
  for (const char* text :
       {"", "Today", "today 3d", "today - d", "today - 3", "today - 3 days", "today - 3m",
        "today - 1d - 1d", "tomorrow", "today - 1.5d", "today --1d", "today - 9999999999d",
        "2026-02-30", "2026-02-17 00:00", "todays", "today\t- 1d"}) {
    INFO(text);
    CHECK_THAT(date(text), countercheck::test::contains("is no date; write YYYY-MM-DD"));
  }
}

TEST_CASE("dates and timestamps stay within the years 0001 to 9999", "[time]") {
  const Moment moment{"UTC", "2026-02-17T12:00:00Z"};
  CHECK(date("0001-01-01") == "0001-01-01");
  CHECK(date("today + 2912395d", moment) == "9999-12-31");
  CHECK_THAT(date("today + 2912396d"), countercheck::test::contains("outside the years"));
  CHECK_THAT(date("today - 999999999d"), countercheck::test::contains("outside the years"));
  CHECK(timestamp("9999-12-31 23:59:59.999999") == "9999-12-31 23:59:59.999999+00:00");
  CHECK(timestamp("0001-01-01") == "0001-01-01 00:00:00+00:00");
  CHECK_THAT(timestamp("0001-01-01T00:00+01"), countercheck::test::contains("outside the years"));
  CHECK_THAT(timestamp("9999-12-31T23:00-02"), countercheck::test::contains("outside the years"));
  CHECK_THAT(timestamp("now + 999999999d"), countercheck::test::contains("outside the years"));
  CHECK_THAT(timestamp("now - 999999999d"), countercheck::test::contains("outside the years"));
  CHECK_THAT(timestamp("now - 999999999h"), countercheck::test::contains("outside the years"));
}

TEST_CASE("a relative timestamp keeps the clock by days and the time by hours", "[time]") {
  const Moment spring{"Europe/London", "2026-03-29T12:00:00+01:00"};
  CHECK(timestamp("now", spring) == "2026-03-29 12:00:00+01:00");
  CHECK(timestamp("now - 1d", spring) == "2026-03-28 12:00:00+00:00");
  CHECK(timestamp("now - 24h", spring) == "2026-03-28 11:00:00+00:00");
  CHECK(timestamp("today", spring) == "2026-03-29 00:00:00+00:00");
  CHECK(timestamp("today + 1d", spring) == "2026-03-30 00:00:00+01:00");
  CHECK(timestamp("today + 24h", spring) == "2026-03-30 01:00:00+01:00");
  CHECK(timestamp("now - 90min", spring) == "2026-03-29 10:30:00+01:00");
  const Moment autumn{"America/New_York", "2026-11-01T12:00:00-05:00"};
  CHECK(timestamp("now - 1d", autumn) == "2026-10-31 12:00:00-04:00");
  CHECK(timestamp("now - 24h", autumn) == "2026-10-31 13:00:00-04:00");
  CHECK(timestamp("month_start", autumn) == "2026-11-01 00:00:00-04:00");
  CHECK(timestamp("yesterday", autumn) == "2026-10-31 00:00:00-04:00");
}

TEST_CASE("now in a repeated hour stays the same moment", "[time]") {
  const Moment second_pass{"Europe/London", "2026-10-25T01:30:00Z"};
  CHECK(timestamp("now", second_pass) == "2026-10-25 01:30:00+00:00");
  CHECK(timestamp("now - 0d", second_pass) == "2026-10-25 01:30:00+00:00");
  CHECK(timestamp("now - 1h", second_pass) == "2026-10-25 01:30:00+01:00");
}

TEST_CASE("days that land in a repeated or skipped hour take the earlier or the jump", "[time]") {
  CHECK(timestamp("now - 1d", {"Europe/London", "2026-10-26T01:30:00Z"}) ==
        "2026-10-25 01:30:00+01:00");
  CHECK(timestamp("now - 1d", {"Europe/London", "2026-03-30T00:30:00Z"}) ==
        "2026-03-29 02:00:00+01:00");
}

TEST_CASE("days are counted from midnight also where clocks skip it", "[time]") {
  const Moment no_midnight{"America/Sao_Paulo", "2018-11-04T15:00:00Z"};
  CHECK(timestamp("today", no_midnight) == "2018-11-04 01:00:00-02:00");
  CHECK(timestamp("today - 1d", no_midnight) == "2018-11-03 00:00:00-03:00");
  CHECK(timestamp("today + 1d", no_midnight) == "2018-11-05 00:00:00-02:00");
}

TEST_CASE("timestamps carry their offset for Postgres only", "[time]") {
  const Moment moment{"Europe/London", "2026-07-01T12:00:00Z"};
  CHECK(timestamp("2026-07-01T12:00:00Z", moment) == "2026-07-01 13:00:00+01:00");
  CHECK(text_of(BindType::kTimestamp, "2026-07-01T12:00:00Z", moment, Dialect::kSqlite) ==
        "2026-07-01 13:00:00");
  CHECK(text_of(BindType::kTimestamp, "now - 1h", moment, Dialect::kSqlite) ==
        "2026-07-01 12:00:00");
  CHECK_THAT(timestamp("noon"),
             countercheck::test::contains("is no timestamp; write YYYY-MM-DD HH"));
}

TEST_CASE("integers fit 64 bits", "[time]") {
  CHECK(text_of(BindType::kInteger, "-9223372036854775808") == "-9223372036854775808");
  CHECK(text_of(BindType::kInteger, "9223372036854775807") == "9223372036854775807");
  CHECK_THAT(text_of(BindType::kInteger, "9223372036854775808"),
             countercheck::test::contains("does not fit"));
  for (const char* text : {"", "1.0", "1e3", "+1", " 1", "0x10", "1_000", "today"}) {
    INFO(text);
    CHECK_THAT(text_of(BindType::kInteger, text), countercheck::test::contains("is no integer"));
  }
}

TEST_CASE("decimals are kept as exact text", "[time]") {
  for (const char* text : {"0", "-12.50", "0.10", "123456789012345678901234567890.12"}) {
    CHECK(text_of(BindType::kDecimal, text) == text);
  }
  for (const char* text :
       {"", "-", ".", ".5", "5.", "1e3", "NaN", "inf", "1.2.3", "+1", "1,5", "- 1"}) {
    INFO(text);
    CHECK_THAT(text_of(BindType::kDecimal, text), countercheck::test::contains("no plain decimal"));
  }
  CHECK_THAT(text_of(BindType::kDecimal, std::string(1001, '9')),
             countercheck::test::contains("1000 digits"));
}

TEST_CASE("a decimal on SQLite is refused with the cure", "[time]") {
  CHECK_THAT(text_of(BindType::kDecimal, "1.50", {}, Dialect::kSqlite),
             countercheck::test::contains("minor units"));
  Rule rule = rule_with(BindType::kDecimal, "");
  rule.parameters[0].fallback.reset();
  rule.parameters[0].optional = true;
  CHECK_FALSE(resolved(rule, Dialect::kSqlite).ok());
}

TEST_CASE("booleans are true and false and nothing else", "[time]") {
  CHECK(text_of(BindType::kBoolean, "true") == "1");
  CHECK(text_of(BindType::kBoolean, "false") == "0");
  for (const char* text : {"", "True", "1", "yes", "t"}) {
    CHECK_THAT(text_of(BindType::kBoolean, text), countercheck::test::contains("true or false"));
  }
}

TEST_CASE("text is taken as it is", "[time]") {
  CHECK(text_of(BindType::kText, "today - 3d") == "today - 3d");
  CHECK(text_of(BindType::kText, "") == "");
  CHECK(text_of(BindType::kText, "100% é 😀 '; --") == "100% é 😀 '; --");
  const std::string nul("a\0b", 3);
  CHECK_THAT(text_of(BindType::kText, nul), countercheck::test::contains("NUL"));
  CHECK(text_of(BindType::kText, nul, {}, Dialect::kSqlite) == nul);
}

TEST_CASE("text that is not UTF-8 is refused and not printed", "[time]") {
  for (const char* text : {"\xff", "\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                           "\xe0\x80\x80", "a\x80", "\xf0\x80\x80\x80"}) {
    const std::string message = text_of(BindType::kText, text);
    CHECK_THAT(message, countercheck::test::contains("is not UTF-8"));
    CHECK(message.find(text) == std::string::npos);
  }
}

TEST_CASE("a given value overrides the default and may be relative", "[time]") {
  ParameterContext context = context_at({});
  context.given = {{"since", "today - 3d"}, {"other", "x"}};
  const auto result =
      resolve_parameters(rule_with(BindType::kDate, "2020-01-01"), Dialect::kSqlite, context);
  REQUIRE(result.ok());
  CHECK(result.value()[0].value.text == "2026-02-14");
}

TEST_CASE("a bad given value is a mistake of the command line", "[time]") {
  ParameterContext context = context_at({});
  context.given = {{"since", "soon"}};
  const auto result =
      resolve_parameters(rule_with(BindType::kDate, "today"), Dialect::kPostgres, context);
  REQUIRE_FALSE(result.ok());
  REQUIRE(result.error().size() == 1);
  CHECK(result.error()[0].place == Place{});
  CHECK(
      to_text(result.error()[0]) ==
      "-p since: parameter `since` of rule `billing.one`: `soon` is no date; write YYYY-MM-DD, or "
      "today, yesterday or month_start, each ± N d");
}

TEST_CASE("an unset parameter is a mistake unless it is optional", "[time]") {
  Rule rule = rule_with(BindType::kDate, "");
  rule.parameters[0].fallback.reset();
  const auto unset = resolved(rule);
  REQUIRE_FALSE(unset.ok());
  CHECK(unset.error()[0].place == kPlace);
  CHECK_THAT(unset.error()[0].message, countercheck::test::contains("-p since=VALUE"));
  rule.parameters[0].optional = true;
  const auto null = resolved(rule);
  REQUIRE(null.ok());
  CHECK(null.value()[0].value.is_null());
  CHECK(null.value()[0].type == BindType::kDate);
}

TEST_CASE("all mistakes come at once and all bindings in order of declaration", "[time]") {
  Rule rule = rule_with(BindType::kDate, "today");
  rule.parameters.push_back({"account", BindType::kInteger, "7", false, kPlace});
  const auto good = resolved(rule);
  REQUIRE(good.ok());
  REQUIRE(good.value().size() == 2);
  CHECK(good.value()[1].name == "account");
  rule.parameters[0].fallback = "x";
  rule.parameters[1].fallback = "y";
  const auto bad = resolved(rule);
  REQUIRE_FALSE(bad.ok());
  CHECK(bad.error().size() == 2);
}

TEST_CASE("a rule without parameters has no bindings", "[time]") {
  const auto result = resolved(Rule{});
  REQUIRE(result.ok());
  CHECK(result.value().empty());
}
