#include "checker/model/mistake.h"
#include "checker/model/rule.h"
#include "tests/support/catch.h"

using countercheck::place_in;
using countercheck::SqlText;

TEST_CASE("an offset in rule SQL becomes a line and a column counted in characters", "[model]") {
  const SqlText sql{"SELECT 'é',\n  colunm", {"rules/billing.toml", 7, 1}, true};
  const auto place = place_in(sql, sql.text.find("colunm"));
  CHECK(place.line == 8);
  CHECK(place.column == 3);
  CHECK(place_in(sql, sql.text.find(',')).column == 11);
  CHECK(to_text(place) == "rules/billing.toml:8:3");
}

TEST_CASE("an offset in a text with escapes names the start only", "[model]") {
  const SqlText sql{"SELECT\n1", {"r.toml", 3, 14}, false};
  CHECK(to_text(place_in(sql, 7)) == "r.toml:3:14");
}

TEST_CASE("a mistake without a place is its message alone", "[model]") {
  CHECK(to_text(countercheck::Mistake{{}, "no rules"}) == "no rules");
  CHECK(to_text(countercheck::Mistake{{"a.toml", 0, 0}, "gone"}) == "a.toml: gone");
}
