#include "adapters/postgres/scanner.h"

#include <string>

#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

std::string numbers(const std::string& sql) {
  std::string found;
  for (const PlaceholderSpan& span : find_placeholders(sql)) {
    CHECK(sql[span.offset] == '$');
    found += std::to_string(span.number) + " ";
  }
  return found;
}

}  // namespace

TEST_CASE("placeholders are found where Postgres sees them and nowhere else", "[postgres]") {
  CHECK(numbers("SELECT $1, a.$2x, $10") == "1 2 10 ");
  CHECK(numbers("SELECT '$1', 'it''s $1', \"$1\", E'\\'$1', $2") == "2 ");
  CHECK(numbers("-- $1\n$2 /* $3 /* $4 */ $5 */ $6") == "2 6 ");
  CHECK(numbers("$$ $1 $$ $2 $tag$ $3 $$ $tag$ $4") == "2 4 ");
  CHECK(numbers("a$1 _b$2 $3") == "3 ");
  CHECK(numbers("'open $1").empty());
  CHECK(numbers("/* open $1").empty());
}

TEST_CASE("the first word is found behind comments and parentheses", "[postgres]") {
  CHECK(first_word("  -- x\n /* y /* z */ */ (( SELECT 1") == "select");
  CHECK(first_word("With a AS (SELECT 1)") == "with");
  CHECK(first_word("commit").compare("commit") == 0);
  CHECK(first_word("").empty());
  CHECK(first_word("-- only").empty());
  CHECK(first_word(";select 1").empty());
}

}  // namespace countercheck::test
