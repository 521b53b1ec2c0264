#include "checker/model/nearest.h"

#include <string>
#include <vector>

#include "tests/support/catch.h"

using countercheck::nearest_hint;

namespace {
const std::vector<std::string> kKeys = {"title", "tolerance", "min_population", "timeout"};
}

TEST_CASE("a misspelt word is answered with the nearest known one", "[model]") {
  CHECK(nearest_hint("tolerence", kKeys) == "'tolerence'; did you mean 'tolerance'?");
  CHECK(nearest_hint("titel", kKeys) == "'titel'; did you mean 'title'?");
  CHECK(nearest_hint("Title", kKeys) == "'Title'; did you mean 'title'?");
  CHECK(nearest_hint("min-population", kKeys) ==
        "'min-population'; did you mean 'min_population'?");
}

TEST_CASE("two swapped letters of a short word are one mistake", "[model]") {
  CHECK(nearest_hint("ue", {"eu", "us", "asia"}) == "'ue'; did you mean 'eu'?");
}

TEST_CASE("the start of a long word finds it", "[model]") {
  CHECK(nearest_hint("min_pop", kKeys) == "'min_pop'; did you mean 'min_population'?");
}

TEST_CASE("a word that is near to nothing is answered with what there is", "[model]") {
  CHECK(nearest_hint("colour", kKeys) ==
        "'colour'; known here: 'min_population', 'timeout', 'title', 'tolerance'");
  CHECK(nearest_hint("x", {}) == "'x'; none is known here");
  CHECK(nearest_hint("", {"a", "bcd"}) == "''; did you mean 'a'?");
}

TEST_CASE("a very long word and a very long list are answered shortly", "[model]") {
  CHECK(nearest_hint(std::string(100000, 'a'), kKeys).size() < 100200);
  std::vector<std::string> many;
  for (int i = 0; i < 1000; ++i) {
    many.push_back("source_number_" + std::to_string(i));
  }
  const std::string hint = nearest_hint("zzz", many);
  CHECK_THAT(hint, countercheck::test::contains("and 960 more"));
}
