#include "adapters/sqlite/placeholders.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

std::vector<std::string> spellings(const std::string& sql) {
  const Result<std::vector<SqlitePlaceholder>> found = find_sqlite_placeholders(sql);
  INFO(sql << ": " << (found ? "" : found.error().message));
  REQUIRE(found.ok());
  std::vector<std::string> result;
  for (const SqlitePlaceholder& placeholder : found.value()) {
    CHECK(sql.substr(placeholder.offset, placeholder.spelling.size()) == placeholder.spelling);
    result.push_back(placeholder.spelling);
  }
  return result;
}

SourceError error_of(const std::string& sql) {
  const Result<std::vector<SqlitePlaceholder>> found = find_sqlite_placeholders(sql);
  INFO(sql);
  REQUIRE_FALSE(found.ok());
  return found.error();
}

using Spellings = std::vector<std::string>;

TEST_CASE("Placeholders are found in every spelling and place", "[sqlite]") {
  CHECK(spellings("SELECT a FROM t WHERE d >= :since AND e<:since") ==
        Spellings{":since", ":since"});
  CHECK(spellings("SELECT ?, ?12, :x, @x, $x") == Spellings{"?", "?12", ":x", "@x", "$x"});
  CHECK(spellings("SELECT :a||:b, a-:c, (:d), -:e") == Spellings{":a", ":b", ":c", ":d", ":e"});
  CHECK(spellings("SELECT a FROM t LIMIT :n OFFSET :m") == Spellings{":n", ":m"});
  CHECK(spellings("WITH x AS (SELECT :a) SELECT * FROM x;") == Spellings{":a"});
  CHECK(spellings("VALUES (:a, :b)") == Spellings{":a", ":b"});
  CHECK(spellings("SELECT a FROM t WHERE b IN (:a) AND c BETWEEN :lo AND :hi") ==
        Spellings{":a", ":lo", ":hi"});
  CHECK(spellings("SELECT $a::b, $a(b)") == Spellings{"$a::b", "$a(b)"});
  CHECK(spellings("SELECT :größe") == Spellings{":größe"});
  CHECK(spellings("SELECT :a IS NOT :b, a GLOB :c") == Spellings{":a", ":b", ":c"});
}

TEST_CASE("Nothing inside literals and names and comments is a placeholder", "[sqlite]") {
  CHECK(spellings("SELECT ':a', \":b\", `:c`, [:d], 'it''s :e', \"q\"\":f\" -- :g\n"
                  "/* :h ? */ , x'00', a$b FROM t")
            .empty());
  CHECK(spellings("SELECT '12:30', time('12:30:00') /* unclosed :x").empty());
  CHECK(spellings("\xEF\xBB\xBF-- :a\nSELECT 1 -- ?").empty());
  CHECK(spellings("SELECT a FROM t WHERE b = '-- ' || :c") == Spellings{":c"});
  CHECK(spellings("SELECT '/*', :c, '*/'") == Spellings{":c"});
  CHECK(spellings("SELECT json -> '$.a' ->> ':b' FROM t").empty());
}

TEST_CASE("A syntax error is placed in the text as it was written", "[sqlite]") {
  const SourceError error = error_of("SELECT :abcdef, :b FORM t FROM x");
  CHECK(error.kind == SourceErrorKind::kSql);
  CHECK_THAT(error.message, contains("near \"t\": syntax error"));
  REQUIRE(error.position.has_value());
  CHECK(*error.position == 24);
  const SourceError unfinished = error_of("SELECT :a FROM");
  CHECK(unfinished.kind == SourceErrorKind::kSql);
  CHECK(unfinished.position == std::optional<std::size_t>(14));
  CHECK(error_of("SELECT 'open").kind == SourceErrorKind::kSql);
  CHECK(error_of("SELECT a :b").position == std::optional<std::size_t>(9));
  CHECK(error_of("SELECT a NOT :b FROM t").kind == SourceErrorKind::kSql);
  CHECK(error_of("SELECT #1").kind == SourceErrorKind::kSql);
  CHECK(error_of("SELECT a:b").kind == SourceErrorKind::kSql);
  CHECK(error_of("SELECT 1 AS :a").kind == SourceErrorKind::kSql);
  CHECK(error_of("SELECT * FROM :a").kind == SourceErrorKind::kSql);
}

TEST_CASE("What is not one reading statement is refused", "[sqlite]") {
  for (const std::string text :
       {"", " ", "-- todo", ";", "DELETE FROM t", "EXPLAIN SELECT 1", "PRAGMA user_version",
        "SELECT 1; SELECT 2", "SELECT :a; DELETE FROM t", "SELECT 1; nonsense", "; SELECT 1",
        "WITH d AS (SELECT 1) DELETE FROM t", "WITH d AS (DELETE FROM t RETURNING *) SELECT 1",
        "CREATE TABLE t(a)", ":a", "ATTACH 'x' AS y"}) {
    INFO(text);
    CHECK(error_of(text).kind == SourceErrorKind::kRefused);
  }
  CHECK(error_of(std::string("SELECT 1\0 FROM", 14)).kind == SourceErrorKind::kRefused);
  CHECK(error_of("SELECT 1; SELECT 2").position == std::optional<std::size_t>(9));
}

TEST_CASE("Many placeholders are found and too many are refused", "[sqlite]") {
  std::string sql = "SELECT :p0";
  for (int index = 1; index < 400; ++index) {
    sql += ", :p" + std::to_string(index);
  }
  CHECK(spellings(sql).size() == 400);
  for (int index = 400; index < 501; ++index) {
    sql += ", :p" + std::to_string(index);
  }
  CHECK(error_of(sql).kind == SourceErrorKind::kRefused);
}

}  // namespace
}  // namespace countercheck::test
