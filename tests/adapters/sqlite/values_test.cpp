#include "adapters/sqlite/values.h"

#include <bit>
#include <charconv>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tests/adapters/sqlite/support.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

std::string spelled(double number) {
  sqlite::RealText buffer{};
  return std::string(sqlite::real_text(number, buffer));
}

TEST_CASE("A real is spelled by the shortest text that reads as the same", "[sqlite]") {
  CHECK(spelled(0.1) == "0.1");
  CHECK(spelled(10.5) == "10.5");
  CHECK(spelled(-7.0) == "-7");
  CHECK(spelled(100000.0) == "100000");
  CHECK(spelled(1e100) == "1e+100");
  CHECK(spelled(1e-300) == "1e-300");
  CHECK(spelled(0.1 + 0.2) == "0.30000000000000004");
  CHECK(spelled(std::numeric_limits<double>::infinity()) == "Infinity");
  CHECK(spelled(-std::numeric_limits<double>::infinity()) == "-Infinity");
  CHECK(spelled(0.0) == "0");
}

TEST_CASE("Any real reads back as the same bits", "[sqlite]") {
  std::mt19937_64 random(20260217);
  int tried = 0;
  for (int round = 0; round < 20000; ++round) {
    const auto number = std::bit_cast<double>(random());
    if (number != number || number - number != 0) {
      continue;
    }
    const std::string text = spelled(number);
    double again = 0;
    std::from_chars(text.data(), text.data() + text.size(), again);
    REQUIRE(std::bit_cast<std::uint64_t>(again) == std::bit_cast<std::uint64_t>(number));
    ++tried;
  }
  CHECK(tried > 19000);
}

struct Cells {
  explicit Cells(const std::string& script) {
    make_database(folder.file("a.db"), script);
    source = std::make_unique<OpenSource>(options_for(folder.file("a.db")));
  }
  TempFolder folder;
  std::unique_ptr<OpenSource> source;
};

TEST_CASE("Each kind of value keeps its kind and its bytes", "[sqlite]") {
  Cells cells("CREATE TABLE t(a);");
  const Outcome outcome = cells.source->run(
      "SELECT NULL, -9223372036854775808, 0.1, 9e999, 'ä', x'00ff', '', x'', 5.0");
  REQUIRE(outcome.rows.size() == 1);
  const std::vector<Value>& row = outcome.rows.front();
  CHECK(row.at(0).is_null());
  CHECK(row.at(1) == integer_value(std::numeric_limits<std::int64_t>::min()));
  CHECK(row.at(2).kind == CellKind::kReal);
  CHECK(row.at(2).text == "0.1");
  CHECK(row.at(3).text == "Infinity");
  CHECK(row.at(4) == text_value("ä"));
  CHECK(row.at(5).kind == CellKind::kBytes);
  CHECK(row.at(5).text == std::string("\0\xff", 2));
  CHECK(row.at(6) == text_value(""));
  CHECK(row.at(7).kind == CellKind::kBytes);
  CHECK(row.at(7).text.empty());
  CHECK(row.at(8).kind == CellKind::kReal);
  CHECK(row.at(8).text == "5");
}

TEST_CASE("FB-101: text with a NUL inside is read by its byte count", "[sqlite]") {
  Cells cells("CREATE TABLE t(acct); INSERT INTO t VALUES (CAST(x'6162006364' AS TEXT)), ('ab');");
  const Outcome outcome = cells.source->run("SELECT acct FROM t");
  REQUIRE(outcome.rows.size() == 2);
  CHECK(outcome.rows.at(0).at(0).text == std::string("ab\0cd", 5));
  CHECK(outcome.rows.at(1).at(0).text == "ab");
  CHECK(outcome.rows.at(0).at(0).kind == CellKind::kText);
}

TEST_CASE("FB-102: text that is not UTF-8 comes through byte for byte", "[sqlite]") {
  Cells cells("CREATE TABLE t(a); INSERT INTO t VALUES (CAST(x'41ff42' AS TEXT));");
  const Outcome outcome = cells.source->run("SELECT a FROM t");
  REQUIRE(outcome.rows.size() == 1);
  CHECK(outcome.rows.at(0).at(0).text ==
        "A\xff"
        "B");
}

TEST_CASE("A UTF-16 database gives UTF-8 text", "[sqlite]") {
  Cells cells("PRAGMA encoding = 'UTF-16le'; CREATE TABLE t(a); INSERT INTO t VALUES ('grün');");
  CHECK(cells.source->run("SELECT a FROM t").rows.at(0).at(0) == text_value("grün"));
}

}  // namespace
}  // namespace countercheck::test
