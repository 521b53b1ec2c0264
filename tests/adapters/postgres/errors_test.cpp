#include "adapters/postgres/errors.h"

#include <chrono>

#include "adapters/characters.h"
#include "adapters/postgres/duration_text.h"
#include "tests/support/catch.h"

namespace countercheck::test {

TEST_CASE("a SQLSTATE has one kind and an unknown one is never harmless", "[postgres]") {
  using Kind = SourceErrorKind;
  CHECK(kind_of_sqlstate("42501") == Kind::kMissingPrivilege);
  CHECK(kind_of_sqlstate("42P01") == Kind::kSql);
  CHECK(kind_of_sqlstate("42601") == Kind::kSql);
  CHECK(kind_of_sqlstate("0A000") == Kind::kSql);
  CHECK(kind_of_sqlstate("22012") == Kind::kData);
  CHECK(kind_of_sqlstate("21000") == Kind::kData);
  CHECK(kind_of_sqlstate("P0001") == Kind::kData);
  CHECK(kind_of_sqlstate("25006") == Kind::kRefused);
  CHECK(kind_of_sqlstate("55P03") == Kind::kLocked);
  CHECK(kind_of_sqlstate("57P01") == Kind::kLostConnection);
  CHECK(kind_of_sqlstate("57014") == Kind::kTimeout);
  CHECK(kind_of_sqlstate("40001") == Kind::kSnapshotGone);
  CHECK(kind_of_sqlstate("08P01") == Kind::kSql);
  CHECK(kind_of_sqlstate("XX001") == Kind::kCorrupt);
  CHECK(kind_of_sqlstate("") == Kind::kLostConnection);
}

TEST_CASE("characters become bytes", "[postgres]") {
  CHECK(byte_offset("abc", 1) == 0);
  CHECK(byte_offset("\xc3\xbc"
                    "bc",
                    2) == 2);
  CHECK(byte_offset("abc", 4) == 3);
  CHECK_FALSE(byte_offset("abc", 5).has_value());
}

TEST_CASE("every occurrence of every secret is masked and the longest first", "[postgres]") {
  Secrets secrets;
  secrets.add("abc");
  secrets.add("abcdef");
  secrets.add("");
  CHECK(secrets.mask("abcdef abc x") == "*** *** x");
}

TEST_CASE("foreign text becomes one line", "[postgres]") {
  CHECK(single_line("FATAL:  no\n\tsuch  thing\n") == "no such thing");
}

TEST_CASE("durations are spelled as in the project file", "[postgres]") {
  using std::chrono::milliseconds;
  CHECK(duration_text(milliseconds(7200000)) == "2h");
  CHECK(duration_text(milliseconds(600000)) == "10min");
  CHECK(duration_text(milliseconds(2000)) == "2s");
  CHECK(duration_text(milliseconds(250)) == "250ms");
}

}  // namespace countercheck::test
