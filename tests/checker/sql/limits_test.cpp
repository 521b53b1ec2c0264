// The deepest texts that fit the size limit, and several threads at once.
#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "checker/sql/guard.h"
#include "checker/sql/placeholders.h"
#include "tests/support/catch.h"

using countercheck::find_postgres_placeholders;
using countercheck::inspect_postgres;
using countercheck::kSqlBytesMax;

namespace {

struct Nest {
  const char* head;
  const char* open;
  const char* middle;
  const char* close;
};

// As many levels as fit.
std::string nested(const Nest& nest) {
  const std::string open = nest.open;
  const std::string close = nest.close;
  const std::string head = nest.head;
  const std::string middle = nest.middle;
  const std::size_t levels =
      (kSqlBytesMax - head.size() - middle.size()) / (open.size() + close.size());
  std::string text = head;
  for (std::size_t level = 0; level < levels; ++level) {
    text += open;
  }
  text += middle;
  for (std::size_t level = 0; level < levels; ++level) {
    text += close;
  }
  return text;
}

}  // namespace

TEST_CASE("the deepest text that fits ends in an answer and not in a crash", "[sql]") {
  const std::vector<Nest> nests = {{"select ", "(", "1", ")"},
                                   {"", "(", "select 1", ")"},
                                   {"select ", "not ", "true", ""},
                                   {"select ", "- ", "1", ""},
                                   {"select ", "@", "1", ""},
                                   {"select 1", "+1", "", ""},
                                   {"select 1", "||1", "", ""},
                                   {"select ", "1^(", "1", ")"},
                                   {"select array", "[", "1", "]"},
                                   {"select ", "array[", "1", "]"},
                                   {"select ", "case when ", "true", " then 1 end"},
                                   {"select ", "f(", "1", ")"},
                                   {"select ", "(select ", "1", ")"},
                                   {"select * from ", "(select * from ", "t", ")a"},
                                   {"select 1", " union select 1", "", ""},
                                   {"", "(select 1 union ", "select 1", ")"},
                                   {"select a", "[1]", "", ""},
                                   {"select (a)", ".b", "", ""},
                                   {"select a", "::b", "", ""},
                                   {"select a", " is null", "", ""},
                                   {"select ", "row(", "1", ")"},
                                   {"select * from t", " join t on true", "", ""},
                                   {"select * from ", "(t join ", "t", " on true)"},
                                   {"", "with a as (", "select 1", ") select 1"},
                                   {"select true", " and true", "", ""},
                                   {"select a where ", "a in (select ", "1", ")"},
                                   {"select 1 as a", ",1", "", ""},
                                   {"select ", "(", "", ""},
                                   {"select 'x' collate \"C\"", " collate \"C\"", "", ""},
                                   {"select ", "f(a order by ", "1", ")"}};
  REQUIRE_FALSE(nests.empty());
  for (const Nest& nest : nests) {
    const std::string sql = nested(nest);
    INFO(nest.open);
    REQUIRE(sql.size() <= kSqlBytesMax);
    const auto result = inspect_postgres(sql);
    CHECK((result.ok() || !result.error().message.empty()));
    const auto placeholders = find_postgres_placeholders(sql);
    CHECK((placeholders.ok() || !placeholders.error().message.empty()));
  }
}

TEST_CASE("the deepest text ends in an answer on a thread of its own too", "[sql]") {
  std::atomic<bool> answered = false;
  std::thread([&] {
    const auto result = inspect_postgres(nested({"select ", "not ", "true", ""}));
    answered = result.ok() || !result.error().message.empty();
  }).join();
  CHECK(answered);
}

TEST_CASE("writing below thousands of levels is found", "[sql]") {
  std::string sql = "with a as (delete from t returning *) select * from a";
  for (int level = 0; level < 300; ++level) {
    sql = "select * from (" + sql + ") x";
  }
  const auto result = inspect_postgres(sql);
  REQUIRE_FALSE(result.ok());
  CHECK_THAT(result.error().message, countercheck::test::contains("only reads"));
}

TEST_CASE("several threads inspect good and bad texts at once", "[sql]") {
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int number = 0; number < 4; ++number) {
    threads.emplace_back([&] {
      for (int round = 0; round < 200; ++round) {
        const bool good = inspect_postgres("select lower(a) from t where b = $1").ok();
        const bool bad = inspect_postgres("select from where").ok();
        const bool writes = inspect_postgres("delete from t").ok();
        const auto placeholders = find_postgres_placeholders("select :a, 'x");
        const auto found = find_postgres_placeholders("select :a, :b");
        wrong += good && !bad && !writes && !placeholders.ok() && found.ok() ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  CHECK(wrong == 0);
}
