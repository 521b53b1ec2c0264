#include "checker/engine/fingerprint.h"

#include <cstddef>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "adapters/value.h"
#include "tests/support/catch.h"

namespace {

using countercheck::CellKind;
using countercheck::CellView;
using countercheck::decimal_value;
using countercheck::Fingerprinter;
using countercheck::integer_value;
using countercheck::null_value;
using countercheck::text_value;
using countercheck::Value;

using Tuple = std::vector<Value>;

Value bytes_value(std::string bytes) {
  const std::size_t size = bytes.size();
  return {CellKind::kBytes, 0, std::move(bytes), size};
}

}  // namespace

TEST_CASE("a fingerprint is fp: and 16 hex digits of the keyed hash", "[engine]") {
  const Fingerprinter fingerprinter("key");
  // printf 'vt\0\0\0\0\0\0\0\5alice' | openssl dgst -sha256 -hmac key
  CHECK(fingerprinter.of(text_value("alice")) == "fp:5c2656d75058e603");
  CHECK(fingerprinter.of(text_value("alice")) == fingerprinter.of(text_value("alice")));
  CHECK(fingerprinter.of(text_value("alice")) != fingerprinter.of(text_value("alicf")));
}

TEST_CASE("another key gives other fingerprints", "[engine]") {
  const Fingerprinter one("one");
  const Fingerprinter other("other");
  CHECK(one.of(text_value("alice")) != other.of(text_value("alice")));
  CHECK(one.of(text_value("alice")) == Fingerprinter("one").of(text_value("alice")));
}

TEST_CASE("an empty key is refused", "[engine]") {
  CHECK_THROWS_AS(Fingerprinter(""), std::invalid_argument);
}

TEST_CASE("random keys are long and differ", "[engine]") {
  std::set<std::string> keys;
  for (int i = 0; i < 100; ++i) {
    keys.insert(Fingerprinter::random_key());
  }
  REQUIRE(keys.size() == 100);
  CHECK(keys.begin()->size() == 32);
}

TEST_CASE("numbers have the fingerprint of their value whatever their spelling", "[engine]") {
  const Fingerprinter fingerprinter("key");
  const std::string ten = fingerprinter.of(integer_value(10));
  CHECK(fingerprinter.of(decimal_value("10.0")) == ten);
  CHECK(fingerprinter.of(Value{CellKind::kReal, 0, "1e1", 3}) == ten);
  CHECK(fingerprinter.of(integer_value(1)) != ten);
  CHECK(fingerprinter.of(integer_value(100)) != ten);
  CHECK(fingerprinter.of(decimal_value("-0.0")) == fingerprinter.of(integer_value(0)));
  CHECK(fingerprinter.of(decimal_value("NaN")) == fingerprinter.of(decimal_value("NaN")));
  CHECK(fingerprinter.of(decimal_value("NaN")) != fingerprinter.of(decimal_value("Infinity")));
}

TEST_CASE("a number and a text and bytes of one spelling are three values", "[engine]") {
  const Fingerprinter fingerprinter("key");
  const std::set<std::string> fingerprints = {
      fingerprinter.of(integer_value(10)), fingerprinter.of(text_value("10")),
      fingerprinter.of(bytes_value("10")), fingerprinter.of(null_value()),
      fingerprinter.of(text_value(""))};
  CHECK(fingerprints.size() == 5);
}

TEST_CASE("text is compared by its bytes with NUL and trailing blanks", "[engine]") {
  const Fingerprinter fingerprinter("key");
  const std::set<std::string> fingerprints = {
      fingerprinter.of(text_value("a")),    fingerprinter.of(text_value("a ")),
      fingerprinter.of(text_value("A")),    fingerprinter.of(text_value(std::string("a\0", 2))),
      fingerprinter.of(text_value("10.0")), fingerprinter.of(text_value("10"))};
  CHECK(fingerprints.size() == 6);
}

TEST_CASE("FB-086: tuples whose parts join to one text differ", "[engine]") {
  const Fingerprinter fingerprinter("key");
  CHECK(fingerprinter.of_tuple(Tuple{text_value("doc-7"), text_value("12")}) !=
        fingerprinter.of_tuple(Tuple{text_value("doc-71"), text_value("2")}));
  CHECK(fingerprinter.of_tuple(Tuple{integer_value(1), integer_value(23)}) !=
        fingerprinter.of_tuple(Tuple{integer_value(12), integer_value(3)}));
  CHECK(fingerprinter.of_tuple(Tuple{text_value("a"), text_value("")}) !=
        fingerprinter.of_tuple(Tuple{text_value("a")}));
  CHECK(fingerprinter.of_tuple(Tuple{text_value("a")}) != fingerprinter.of(text_value("a")));
}

TEST_CASE("FB-087: a separator inside the data makes no two tuples equal", "[engine]") {
  const Fingerprinter fingerprinter("key");
  const std::vector<std::string> separators = {"-", "\t", "|", std::string(1, '\0'), "\x1f"};
  REQUIRE(!separators.empty());
  for (const std::string& separator : separators) {
    CHECK(fingerprinter.of_tuple(Tuple{text_value("123" + separator), text_value("456")}) !=
          fingerprinter.of_tuple(Tuple{text_value("123"), text_value(separator + "456")}));
  }
}

TEST_CASE("NULL and empty text differ in a tuple and so does their place", "[engine]") {
  const Fingerprinter fingerprinter("key");
  const std::set<std::string> fingerprints = {
      fingerprinter.of_tuple(Tuple{}),
      fingerprinter.of_tuple(Tuple{null_value()}),
      fingerprinter.of_tuple(Tuple{text_value("")}),
      fingerprinter.of_tuple(Tuple{null_value(), text_value("")}),
      fingerprinter.of_tuple(Tuple{text_value(""), null_value()}),
      fingerprinter.of_tuple(Tuple{null_value(), null_value()})};
  CHECK(fingerprints.size() == 6);
}

TEST_CASE("a tuple that imitates the encoding of another one differs from it", "[engine]") {
  const Fingerprinter fingerprinter("key");
  const std::string head = std::string("t") + std::string(7, '\0') + '\1';
  CHECK(fingerprinter.of_tuple(Tuple{text_value("a" + head + "b")}) !=
        fingerprinter.of_tuple(Tuple{text_value("a"), text_value("b")}));
}

TEST_CASE("a cut value has no fingerprint but its whole text has", "[engine]") {
  const Fingerprinter fingerprinter("key");
  const std::string long_text(5'000, 'x');
  const CellView cell{CellKind::kText, 0, long_text};
  CHECK_THROWS_AS(fingerprinter.of(countercheck::to_value(cell, 10)), std::invalid_argument);
  CHECK_THROWS_AS(fingerprinter.of_tuple(Tuple{countercheck::to_value(cell, 10)}),
                  std::invalid_argument);
  CHECK(fingerprinter.of(cell) == fingerprinter.of(text_value(long_text)));
}
