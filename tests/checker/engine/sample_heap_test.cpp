#include "checker/engine/sample_heap.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "adapters/value.h"
#include "checker/engine/fingerprint.h"
#include "checker/model/decimal.h"
#include "tests/support/catch.h"

namespace {

using countercheck::CellKind;
using countercheck::CellView;
using countercheck::Decimal;
using countercheck::decimal_value;
using countercheck::Fingerprinter;
using countercheck::integer_value;
using countercheck::null_value;
using countercheck::SampleHeap;
using countercheck::SampleRow;
using countercheck::text_value;
using countercheck::Value;

constexpr std::size_t kBytesMax = 64;

// A row as the test owns it; impact "" is none.
struct Row {
  std::vector<Value> values;
  std::string impact;
};

void offer(SampleHeap& heap, const Row& row) {
  std::vector<CellView> cells;
  for (const Value& value : row.values) {
    cells.push_back(view_of(value));
  }
  std::optional<Decimal> impact;
  if (!row.impact.empty()) {
    impact = Decimal::parse(row.impact);
    REQUIRE(impact.has_value());
  }
  heap.offer(cells, impact);
}

std::string spell(const Value& value) {
  return std::to_string(static_cast<int>(value.kind)) + ":" + std::to_string(value.integer) + ":" +
         value.text + ":" + std::to_string(value.full_size);
}

std::vector<std::string> spell(const std::vector<SampleRow>& rows) {
  std::vector<std::string> texts;
  for (const SampleRow& row : rows) {
    std::string text = row.impact ? row.impact->to_text() : "none";
    for (const Value& value : row.values) {
      text += " | " + spell(value);
    }
    texts.push_back(text);
  }
  return texts;
}

std::vector<std::string> kept_of(const std::vector<Row>& rows, std::size_t capacity,
                                 const std::vector<std::size_t>& key = {}) {
  SampleHeap heap(capacity, kBytesMax);
  heap.set_key(key);
  for (const Row& row : rows) {
    offer(heap, row);
  }
  return spell(heap.take());
}

Value bytes_value(std::string bytes) {
  const std::size_t size = bytes.size();
  return {CellKind::kBytes, 0, std::move(bytes), size};
}

// Values that are often equal, equal by value only, alike up to the limit, or of another kind.
Value random_value(std::mt19937_64& random) {
  static const std::vector<Value> kValues = {
      null_value(),
      integer_value(10),
      integer_value(-3),
      decimal_value("10"),
      decimal_value("10.0"),
      decimal_value("9.99"),
      decimal_value("NaN"),
      decimal_value("Infinity"),
      decimal_value("-Infinity"),
      decimal_value("1e999999"),
      decimal_value("170141183460469231731687303715884105728"),
      Value{CellKind::kReal, 0, "1e1", 3},
      text_value(""),
      text_value("10"),
      text_value("é"),
      text_value(std::string(kBytesMax, 'a')),
      text_value(std::string(kBytesMax, 'a') + "b"),
      text_value(std::string(kBytesMax, 'a') + "c"),
      text_value(std::string(kBytesMax, 'a') + "bb"),
      text_value(std::string(kBytesMax - 1, 'a') + "é" + "x"),
      text_value(std::string(kBytesMax - 1, 'a') + "é" + "y"),
      decimal_value(std::string(kBytesMax * 2, '1')),
      decimal_value(std::string(kBytesMax * 2, '1') + ".0"),
      bytes_value("10"),
      bytes_value(std::string("\xff\0", 2)),
      bytes_value(std::string(kBytesMax * 2, '\xff')),
  };
  return kValues[random() % kValues.size()];
}

Row random_row(std::mt19937_64& random) {
  static const std::vector<std::string> kImpacts = {"", "5", "-5", "5.0", "0", "-0.1", "1e40", "7"};
  Row row{{random_value(random), random_value(random), random_value(random)}, {}};
  row.impact = kImpacts[random() % kImpacts.size()];
  return row;
}

std::vector<Value> first_column(std::vector<SampleRow> rows) {
  std::vector<Value> values;
  for (SampleRow& row : rows) {
    values.push_back(std::move(row.values.at(0)));
  }
  return values;
}

}  // namespace

TEST_CASE("without impact the smallest keys are kept in order", "[engine]") {
  SampleHeap heap(3, kBytesMax);
  heap.set_key({1});
  for (const std::int64_t key : {5, 9, 10, 1, 7, 100, 2}) {
    offer(heap, {{text_value("row"), integer_value(key)}, ""});
  }
  const auto rows = heap.take();
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].values[1].integer == 1);
  CHECK(rows[1].values[1].integer == 2);
  CHECK(rows[2].values[1].integer == 5);
  CHECK(heap.take().empty());
}

TEST_CASE("the largest absolute impact comes first and rows without one last", "[engine]") {
  SampleHeap heap(4, kBytesMax);
  heap.set_key({0});
  offer(heap, {{integer_value(1)}, ""});
  offer(heap, {{integer_value(2)}, "3"});
  offer(heap, {{integer_value(3)}, "-10.5"});
  offer(heap, {{integer_value(4)}, "10.49"});
  offer(heap, {{integer_value(5)}, "-3.00"});
  offer(heap, {{integer_value(6)}, "0"});
  const auto rows = heap.take();
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].values[0].integer == 3);
  CHECK(rows[0].impact->to_text() == "-10.5");
  CHECK(rows[1].values[0].integer == 4);
  CHECK(rows[2].values[0].integer == 2);
  CHECK(rows[3].values[0].integer == 5);
}

TEST_CASE("values are ordered as numbers then text then bytes then NULL", "[engine]") {
  const std::vector<Value> ordered = {decimal_value("-Infinity"),
                                      integer_value(-10),
                                      decimal_value("-9.5"),
                                      Value{CellKind::kReal, 0, "1e-3", 4},
                                      integer_value(9),
                                      decimal_value("9.000000001"),
                                      integer_value(10),
                                      decimal_value("1e30"),
                                      decimal_value("Infinity"),
                                      decimal_value("NaN"),
                                      text_value(""),
                                      text_value("10"),
                                      text_value("9"),
                                      text_value("A"),
                                      text_value("a"),
                                      text_value("a "),
                                      text_value("\xc3\xa9"),
                                      bytes_value("A"),
                                      null_value()};
  std::vector<Value> shuffled = ordered;
  std::mt19937_64 random(3);
  for (int round = 0; round < 20; ++round) {
    std::shuffle(shuffled.begin(), shuffled.end(), random);
    SampleHeap heap(ordered.size(), kBytesMax);
    for (const Value& value : shuffled) {
      offer(heap, {{value}, ""});
    }
    CHECK(first_column(heap.take()) == ordered);
  }
}

TEST_CASE("the key decides before other columns and they break its ties", "[engine]") {
  SampleHeap heap(2, kBytesMax);
  heap.set_key({1});
  offer(heap, {{integer_value(1), decimal_value("2.0")}, ""});
  offer(heap, {{integer_value(9), integer_value(1)}, ""});
  offer(heap, {{integer_value(0), integer_value(2)}, ""});
  const auto rows = heap.take();
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].values[0].integer == 9);
  CHECK(rows[1].values[0].integer == 0);
}

TEST_CASE("a capacity of zero keeps nothing", "[engine]") {
  SampleHeap heap(0, kBytesMax);
  offer(heap, {{integer_value(1)}, "5"});
  CHECK(heap.take().empty());
}

TEST_CASE("fewer rows than places are all kept and repeated rows stay repeated", "[engine]") {
  SampleHeap heap(10, kBytesMax);
  offer(heap, {{integer_value(1)}, ""});
  offer(heap, {{integer_value(1)}, ""});
  CHECK(heap.take().size() == 2);
}

TEST_CASE("FB-086: rows whose columns join to one text are two samples", "[engine]") {
  SampleHeap heap(10, kBytesMax);
  heap.set_key({0, 1});
  offer(heap, {{text_value("doc-71"), text_value("2")}, ""});
  offer(heap, {{text_value("doc-7"), text_value("12")}, ""});
  const auto rows = heap.take();
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].values[0].text == "doc-7");
  CHECK(rows[1].values[0].text == "doc-71");
}

TEST_CASE("a long cell is cut between characters and remembers its size", "[engine]") {
  SampleHeap heap(1, 4);
  offer(heap, {{text_value("abc\u00e9def"), bytes_value("12345")}, ""});
  const auto rows = heap.take();
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].values[0].text == "abc");
  CHECK(rows[0].values[0].full_size == 8);
  CHECK(rows[0].values[1].text == "1234");
}

TEST_CASE("numbers longer than the limit are still compared by value", "[engine]") {
  SampleHeap heap(1, 4);
  offer(heap, {{decimal_value("1000000.5")}, ""});
  offer(heap, {{decimal_value("1000000.25")}, ""});
  offer(heap, {{decimal_value("9999999.5")}, ""});
  const auto rows = heap.take();
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].values[0].text == "1000");
  CHECK(rows[0].values[0].full_size == 10);
}

TEST_CASE("what is kept does not depend on the order in which rows arrive", "[engine]") {
  constexpr int kRounds = 60;
  constexpr std::size_t kRows = 400;
  std::mt19937_64 random(86'087);
  int wrong = 0;  // counted, since a failed comparison would print hundreds of rows
  for (int round = 0; round < kRounds; ++round) {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < kRows; ++i) {
      rows.push_back(random_row(random));
    }
    const std::vector<std::size_t> key =
        round % 3 == 0 ? std::vector<std::size_t>{} : std::vector<std::size_t>{2, 0};
    const std::vector<std::string> all = kept_of(rows, kRows, key);
    REQUIRE(all.size() == kRows);
    for (const std::size_t capacity : {1, 10, 133}) {
      std::shuffle(rows.begin(), rows.end(), random);
      const std::vector<std::string> best(all.begin(),
                                          all.begin() + static_cast<std::ptrdiff_t>(capacity));
      wrong += kept_of(rows, capacity, key) == best ? 0 : 1;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("samples are those that sorting all rows would give", "[engine]") {
  std::mt19937_64 random(5);
  using Plain = std::tuple<std::int64_t, std::string, std::int64_t>;  // minus impact, key, number
  std::vector<Plain> plain;
  SampleHeap heap(25, kBytesMax);
  heap.set_key({0});
  for (int i = 0; i < 20'000; ++i) {
    const auto impact = static_cast<std::int64_t>(random() % 2001) - 1000;
    const std::string key(1 + random() % 3, static_cast<char>('a' + random() % 26));
    const auto number = static_cast<std::int64_t>(random() % 1000);
    plain.emplace_back(impact < 0 ? impact : -impact, key, number);
    offer(heap, {{text_value(key), integer_value(number)}, std::to_string(impact)});
  }
  std::sort(plain.begin(), plain.end());
  const auto rows = heap.take();
  REQUIRE(rows.size() == 25);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(rows[i].impact->abs() == Decimal::from_integer(-std::get<0>(plain[i])));
    CHECK(rows[i].values[0].text == std::get<1>(plain[i]));
    CHECK(rows[i].values[1].integer == std::get<2>(plain[i]));
  }
}

TEST_CASE("a redacted value leaves only as the fingerprint of its whole text", "[engine]") {
  const Fingerprinter fingerprinter("key");
  const std::string secret = "alice@example.org";
  const std::string long_secret = "bob-" + std::string(kBytesMax * 3, 's') + "@example.org";
  SampleHeap heap(10, kBytesMax);
  heap.set_key({0});
  heap.set_redacted({0, 2}, &fingerprinter);
  offer(heap, {{text_value(long_secret), integer_value(2), integer_value(4'711'001)}, "1"});
  offer(heap, {{text_value(secret), integer_value(1), null_value()}, "1"});
  const auto rows = heap.take();
  REQUIRE(rows.size() == 2);
  // The order is that of the raw values.
  CHECK(rows[0].values[1].integer == 1);
  CHECK(rows[0].values[0] == text_value(fingerprinter.of(text_value(secret))));
  CHECK(rows[0].values[2].is_null());
  CHECK(rows[1].values[0] == text_value(fingerprinter.of(text_value(long_secret))));
  CHECK(rows[1].values[2] == text_value(fingerprinter.of(integer_value(4'711'001))));
  for (const std::string& text : spell(rows)) {
    CHECK(text.find("alice") == std::string::npos);
    CHECK(text.find("bob") == std::string::npos);
    CHECK(text.find("sss") == std::string::npos);
    CHECK(text.find("example") == std::string::npos);
    CHECK(text.find("4711001") == std::string::npos);
  }
}

TEST_CASE("long redacted values that begin alike have two fingerprints", "[engine]") {
  const Fingerprinter fingerprinter("key");
  SampleHeap heap(2, 4);
  heap.set_redacted({0}, &fingerprinter);
  offer(heap, {{text_value("same beginning 1")}, ""});
  offer(heap, {{text_value("same beginning 2")}, ""});
  const auto values = first_column(heap.take());
  CHECK((values.size() == 2 && values[0] != values[1]));
}

TEST_CASE("cut values that look alike are still chosen in any order of arrival", "[engine]") {
  // Only the fingerprint of the whole shows which of them was kept.
  const Fingerprinter fingerprinter("key");
  const std::vector<std::string> texts = {"abcd 1", "abcd 2", "abc\u00e9 1", "abc\u00e9 2",
                                          "abc\u00e8 1"};
  const auto kept = [&fingerprinter](const std::string& first, const std::string& second) {
    SampleHeap heap(1, 4);
    heap.set_redacted({0}, &fingerprinter);
    offer(heap, {{text_value(first)}, ""});
    offer(heap, {{text_value(second)}, ""});
    return first_column(heap.take());
  };
  for (const std::string& one : texts) {
    for (const std::string& other : texts) {
      CHECK(kept(one, other) == kept(other, one));
    }
  }
}

TEST_CASE("a place that is used again keeps nothing of its former row", "[engine]") {
  const Fingerprinter fingerprinter("key");
  SampleHeap heap(1, 4);
  heap.set_key({0});
  heap.set_redacted({1}, &fingerprinter);
  offer(heap, {{integer_value(3), text_value("long secret")}, "1"});
  offer(heap, {{integer_value(2), text_value("abc")}, "2"});
  offer(heap, {{integer_value(1), null_value()}, "3"});
  const auto rows = heap.take();
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].values == std::vector<Value>{integer_value(1), null_value()});
  CHECK(rows[0].impact->to_text() == "3");
}

TEST_CASE("a broken shape of rows is refused", "[engine]") {
  SampleHeap heap(1, kBytesMax);
  heap.set_key({1});
  CHECK_THROWS_AS(offer(heap, {{integer_value(1)}, ""}), std::logic_error);
  SampleHeap other(1, kBytesMax);
  offer(other, {{integer_value(1)}, ""});
  CHECK_THROWS_AS(offer(other, {{integer_value(1), integer_value(2)}, ""}), std::logic_error);
  CHECK_THROWS_AS(other.set_redacted({0}, nullptr), std::logic_error);
}

TEST_CASE("three million offers of rising and falling keys keep the ten smallest", "[engine]") {
  constexpr std::int64_t kRows = 3'000'000;
  SampleHeap heap(10, kBytesMax);
  heap.set_key({0, 1});
  for (std::int64_t i = 0; i < kRows; ++i) {
    const std::int64_t key = i % 2 == 0 ? i : kRows - i;
    const std::array<CellView, 2> cells = {
        {{CellKind::kInteger, key, {}}, {CellKind::kText, 0, "item"}}};
    heap.offer(cells, std::nullopt);
  }
  const auto rows = heap.take();
  REQUIRE(rows.size() == 10);
  CHECK(rows.front().values[0].integer == 0);
  CHECK(rows.back().values[0].integer == 9);
}
