#include "checker/engine/impact_sum.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "checker/model/decimal.h"
#include "tests/support/catch.h"

namespace {

using countercheck::Decimal;
using countercheck::ImpactSum;

void add(ImpactSum& impact, std::string_view unit, std::string_view amount) {
  const auto number = Decimal::parse(amount);
  REQUIRE(number.has_value());
  impact.add(unit, *number);
}

}  // namespace

TEST_CASE("no impact at all gives no result", "[engine]") {
  const ImpactSum impact;
  CHECK(impact.results().empty());
  CHECK(impact.unreadable() == 0);
  CHECK(impact.dropped_units() == 0);
}

TEST_CASE("sizes and signed amounts are summed apart and exactly", "[engine]") {
  ImpactSum impact;
  add(impact, "GBP", "10.10");
  add(impact, "GBP", "-4.2");
  add(impact, "GBP", "0");
  const auto results = impact.results();
  REQUIRE(results.size() == 1);
  CHECK(results[0].unit == "GBP");
  CHECK(results[0].total == "14.30");
  CHECK(results[0].signed_sum == "5.90");
}

TEST_CASE("overcharges and undercharges of one size do not cancel in the total", "[engine]") {
  ImpactSum impact;
  add(impact, "GBP", "100.00");
  add(impact, "GBP", "-100.00");
  REQUIRE(impact.results().size() == 1);
  CHECK(impact.results()[0].total == "200.00");
  CHECK(impact.results()[0].signed_sum == "0.00");
}

TEST_CASE("units are summed apart and sorted", "[engine]") {
  ImpactSum impact;
  add(impact, "USD", "1");
  add(impact, "EUR", "2");
  add(impact, "", "4");
  add(impact, "USD", "8");
  const auto results = impact.results();
  REQUIRE(results.size() == 3);
  CHECK(results[0].unit.empty());
  CHECK(results[0].total == "4");
  CHECK(results[1].unit == "EUR");
  CHECK(results[1].total == "2");
  CHECK(results[2].unit == "USD");
  CHECK(results[2].total == "9");
}

TEST_CASE("an amount that is no number is counted and changes no sum", "[engine]") {
  ImpactSum impact;
  add(impact, "GBP", "1.00");
  impact.add_unreadable();
  impact.add_unreadable();
  CHECK(impact.unreadable() == 2);
  CHECK(impact.results()[0].total == "1.00");
}

TEST_CASE("a sum grows beyond 38 digits without losing a penny", "[engine]") {
  ImpactSum impact;
  add(impact, "GBP", "99999999999999999999999999999999999999");
  add(impact, "GBP", "99999999999999999999999999999999999999");
  add(impact, "GBP", "0.01");
  CHECK(impact.results()[0].total == "199999999999999999999999999999999999998.01");
}

TEST_CASE("beyond the limit the same units are kept whole in any order of rows", "[engine]") {
  constexpr std::size_t kUnits = ImpactSum::kUnitsMax + 37;
  constexpr std::size_t kAmounts = 3;
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < kUnits; ++i) {
    for (std::size_t amount = 0; amount < kAmounts; ++amount) {
      rows.push_back("unit " + std::to_string(10'000 + i));
    }
  }
  std::mt19937_64 random(7);
  for (int round = 0; round < 5; ++round) {
    ImpactSum impact;
    for (const std::string& unit : rows) {
      impact.add(unit, Decimal::from_integer(2));
    }
    const auto results = impact.results();
    REQUIRE(results.size() == ImpactSum::kUnitsMax);
    CHECK(results.front().unit == "unit 10000");
    CHECK(results.back().unit == "unit 10999");
    CHECK(std::all_of(results.begin(), results.end(),
                      [](const auto& result) { return result.total == "6"; }));
    CHECK(impact.dropped_units() == 37 * kAmounts);
    std::shuffle(rows.begin(), rows.end(), random);
  }
}
