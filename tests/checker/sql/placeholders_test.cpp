#include "checker/sql/placeholders.h"

#include <array>
#include <string>
#include <vector>

#include "checker/sql/guard.h"
#include "tests/support/catch.h"

using countercheck::find_postgres_placeholders;
using countercheck::inspect_postgres;
using countercheck::Placeholder;
using countercheck::rewrite;
using countercheck::RewrittenSql;
using countercheck::SourceErrorKind;
using countercheck::test::contains;

namespace {

std::vector<Placeholder> found_in(const std::string& sql) {
  INFO(sql);
  auto result = find_postgres_placeholders(sql);
  REQUIRE(result.ok());
  for (const Placeholder& placeholder : result.value()) {
    CHECK(sql.substr(placeholder.offset, placeholder.spelling.size()) == placeholder.spelling);
  }
  return std::move(result).value();
}

std::string names_in(const std::string& sql) {
  std::string names;
  for (const Placeholder& placeholder : found_in(sql)) {
    names += placeholder.name.empty() ? "<" + placeholder.spelling + ">" : placeholder.name + " ";
  }
  return names;
}

RewrittenSql rewritten(const std::string& sql) { return rewrite(sql, found_in(sql)); }

bool is_name_byte(char byte) {
  return byte == '_' || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
         (byte >= 'A' && byte <= 'Z');
}

// Every byte outside a placeholder must lead back to the same byte, in ascending order.
void check_offsets(const std::string& sql) {
  INFO(sql);
  const std::vector<Placeholder> placeholders = found_in(sql);
  const RewrittenSql result = rewrite(sql, placeholders);
  std::size_t at = 0;
  std::size_t number = 0;
  for (std::size_t from = 0; from < sql.size();) {
    if (number < placeholders.size() && placeholders[number].offset == from) {
      if (result.text[at] == ' ') {
        CHECK(is_name_byte(result.text[at - 1]));
        CHECK(result.original_offset(at) == from);
        ++at;
      }
      REQUIRE(result.text[at] == '$');
      CHECK(result.original_offset(at) == from);
      const std::size_t end = from + placeholders[number].spelling.size();
      for (++at; at < result.text.size() && result.text[at] >= '0' && result.text[at] <= '9';
           ++at) {
        const std::size_t original = result.original_offset(at);
        CHECK((original >= from && original < end));
      }
      from = end;
      ++number;
      continue;
    }
    REQUIRE(at < result.text.size());
    CHECK(result.text[at] == sql[from]);
    CHECK(result.original_offset(at) == from);
    ++at;
    ++from;
  }
  CHECK(at == result.text.size());
  CHECK(result.original_offset(at) == sql.size());
}

}  // namespace

TEST_CASE("FB-015: what only looks like a placeholder reaches the server byte for byte", "[sql]") {
  const std::string sql =
      "select acct from charge where item like '%gpu%' and at::time > '12:30:00' and meta ? "
      "'promo' "
      "-- 5% off";
  CHECK(names_in(sql) == "");
  CHECK(rewritten(sql).text == sql);
  CHECK(rewritten(sql).names.empty());
  CHECK(inspect_postgres(sql).ok());
}

TEST_CASE("a named placeholder is found by its name and place", "[sql]") {
  const auto found = found_in("select 'é' where a >= :since and b=:Since_2");
  REQUIRE(found.size() == 2);
  CHECK(found[0].name == "since");
  CHECK(found[0].spelling == ":since");
  CHECK(found[0].offset == 23);
  CHECK(found[1].name == "Since_2");
}

TEST_CASE("a placeholder may be named like a word of SQL", "[sql]") {
  CHECK(names_in("select :date, :user, :from, :end") == "date user from end ");
}

TEST_CASE("a colon in literals comments and other syntax is no placeholder", "[sql]") {
  const std::array<const char*, 15> texts = {
      "select ':a'",     "select E'\\':a'",      "select U&':a'",
      "select $$ :a $$", "select $x$ :a $x$",    "select \":a\"",
      "select U&\":a\"", "select 1 -- :a",       "select /* :a /* :b */ :c */ 1",
      "select a::text",  "select f(a := 1)",     "select B'01' '\n:a'",
      "select a : b",    "select '12:30'::time", "select a @> b and c ?| d and e ?& f"};
  for (const char* text : texts) {
    INFO(text);
    CHECK(names_in(text) == "");
    CHECK(rewritten(text).text == text);
  }
}

TEST_CASE("spellings that rules may not use have no name", "[sql]") {
  CHECK(names_in("select $1, :a, $22") == "<$1>a <$22>");
  CHECK(names_in("select :'a', :\"b\", :1") == "<:'a'><:\"b\"><:1>");
}

TEST_CASE("a cast behind a placeholder stays a cast", "[sql]") {
  const RewrittenSql result = rewritten("select :a::int, :b :: date, (:a)::text");
  CHECK(result.text == "select $1::int, $2 :: date, ($1)::text");
  CHECK(result.names == std::vector<std::string>{"a", "b"});
}

TEST_CASE("a placeholder right inside a subscript is refused with the cure", "[sql]") {
  for (const char* sql : {"select a[1:n]", "select a[:n]", "select a[b:n]", "select a[f(1):n]",
                          "select (a)[1][2:n]", "select array[1,2][1:n]"}) {
    INFO(sql);
    const auto result = find_postgres_placeholders(sql);
    REQUIRE_FALSE(result.ok());
    CHECK(result.error().kind == SourceErrorKind::kRefused);
    CHECK_THAT(result.error().message, contains("(:n)"));
    CHECK(result.error().position == std::string(sql).find(':'));
  }
}

TEST_CASE("slices and array constructors keep their meaning", "[sql]") {
  CHECK(names_in("select a[1 : n], a[1:2], a[:2], a[1:], a[:]") == "");
  CHECK(names_in("select a[(:i)], a[f(:j) : (:k)]") == "i j k ");
  CHECK(names_in("select array[:a, :b], array[[:c], [1, :d]], x = any (array[:e])") ==
        "a b c d e ");
}

TEST_CASE("placeholders behind Unicode literals and long names are found whole", "[sql]") {
  const std::string name(100, 'n');
  CHECK(names_in("select U&':a' , :b, U&\":c\" , U&'d' uescape '!', :" + name + " from t") ==
        "b " + name + " ");
}

TEST_CASE("one number per name in order of first use", "[sql]") {
  const RewrittenSql result = rewritten("select :b, :a, :b");
  CHECK(result.text == "select $1, $2, $1");
  CHECK(result.names == std::vector<std::string>{"b", "a"});
}

TEST_CASE("a number never melts into the word before it", "[sql]") {
  CHECK(rewritten("select:a from t where x in(:a)and 1=:b").text ==
        "select $1 from t where x in($1)and 1=$2");
  CHECK(rewritten("select :a:b").text == "select $1 $2");
  CHECK(rewritten("select $$x$$:a").text == "select $$x$$ $1");
}

TEST_CASE("every byte of a rewritten text leads back to where it came from", "[sql]") {
  std::string many = "select 1";
  for (int number = 0; number < 120; ++number) {
    many += ", :p" + std::to_string(number);
  }
  for (const std::string& sql :
       {std::string("select 1"), std::string(":a"), std::string("select:a"), many,
        std::string("select 'é', :since, \"ü\" from t where b=:b::date -- ende :x"),
        std::string("select :a:b:c"), std::string("select :averyverylongname,:x")}) {
    check_offsets(sql);
  }
}

TEST_CASE("offsets survive every arrangement of a small vocabulary", "[sql]") {
  const std::array<std::string, 8> words = {":a", " ", "x", "::", "'é'", "(", ":bb", "\n--:c\n"};
  std::size_t tried = 0;
  for (std::size_t code = 0; code < words.size() * words.size() * words.size() * words.size();
       ++code) {
    std::string sql;
    for (std::size_t rest = code, place = 0; place < 4; ++place, rest /= words.size()) {
      sql += words[rest % words.size()];
    }
    if (find_postgres_placeholders(sql).ok()) {
      check_offsets(sql);
      ++tried;
    }
  }
  CHECK(tried > 1000);
}

TEST_CASE("an error in rewritten text is found in the text as written", "[sql]") {
  const std::string sql = "select :long_name, :b frm x where";
  const RewrittenSql result = rewritten(sql);
  const auto error = inspect_postgres(result.text);
  REQUIRE_FALSE(error.ok());
  REQUIRE(error.error().position.has_value());
  CHECK(sql.substr(result.original_offset(*error.error().position), 1) == "x");
}

TEST_CASE("text that does not scan has its place", "[sql]") {
  const std::string sql = "select 'é', 'open";
  const auto result = find_postgres_placeholders(sql);
  REQUIRE_FALSE(result.ok());
  CHECK(result.error().kind == SourceErrorKind::kSql);
  CHECK(result.error().position == sql.find("'open"));
  CHECK_FALSE(find_postgres_placeholders(std::string(70000, ' ')).ok());
  CHECK_FALSE(find_postgres_placeholders(std::string("select 1\0:a", 11)).ok());
}
