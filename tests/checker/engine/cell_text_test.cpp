#include "checker/engine/cell_text.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "adapters/value.h"
#include "tests/support/catch.h"

namespace {

using countercheck::cell_text;
using countercheck::CellKind;
using countercheck::escape_utf8;
using countercheck::Value;

Value bytes_value(std::string bytes, std::size_t full_size) {
  return {CellKind::kBytes, 0, std::move(bytes), full_size};
}

// The way back, for texts that were escaped.
std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
    } else if (text.substr(i, 2) == "\\\\") {
      out += '\\';
      ++i;
    } else {
      out += static_cast<char>(std::stoi(std::string(text.substr(i + 2, 2)), nullptr, 16));
      i += 3;
    }
  }
  return out;
}

}  // namespace

TEST_CASE("NULL has no text and an empty text has an empty one", "[engine]") {
  CHECK(cell_text(countercheck::null_value()) == std::nullopt);
  CHECK(cell_text(countercheck::text_value("")) == "");
  CHECK(cell_text(countercheck::text_value("NULL")) == "NULL");
}

TEST_CASE("numbers are spelled as the engine spelled them", "[engine]") {
  CHECK(cell_text(countercheck::integer_value(std::numeric_limits<std::int64_t>::min())) ==
        "-9223372036854775808");
  CHECK(cell_text(countercheck::decimal_value("12.10")) == "12.10");
  CHECK(cell_text(countercheck::decimal_value("NaN")) == "NaN");
  CHECK(cell_text(Value{CellKind::kReal, 0, "1e+300", 6}) == "1e+300");
}

TEST_CASE("valid text stays as it is with control characters and backslashes", "[engine]") {
  const std::string text = std::string("caf\u00e9 \u20ac \U0001F600 \\ \n\t") + '\0' + "end";
  CHECK(cell_text(countercheck::text_value(text)) == text);
  CHECK(escape_utf8("\\xFF") == "\\xFF");
}

TEST_CASE("bytes are spelled in lower case hex", "[engine]") {
  CHECK(cell_text(bytes_value(std::string("\x00\xff\x1a", 3), 3)) == "\\x00ff1a");
  CHECK(cell_text(bytes_value("", 0)) == "\\x");
}

TEST_CASE("a cut value says so and names its full size", "[engine]") {
  CHECK(cell_text(Value{CellKind::kText, 0, "abc", 52'428'800}) == "abc… (52428800 bytes)");
  CHECK(cell_text(bytes_value("\x01\x02", 9)) == "\\x0102… (9 bytes)");
}

TEST_CASE("bytes that are no character are escaped and backslashes doubled", "[engine]") {
  CHECK(escape_utf8("a\xff\\b") == "a\\xFF\\\\b");
  CHECK(escape_utf8("caf\xc3\xa9\xc3") == "caf\u00e9\\xC3");
  CHECK(cell_text(countercheck::text_value("\x80")) == "\\x80");
}

TEST_CASE("overlong spellings and surrogates and code points too large are no UTF-8", "[engine]") {
  const std::vector<std::string> bad = {
      "\xc0\x80",         "\xc1\xbf",         "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
      "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xe2\x82",     "\xe2(\xa1",    "\xf0\x9f\x98"};
  REQUIRE(!bad.empty());
  for (const std::string& text : bad) {
    const std::string escaped = escape_utf8(text);
    INFO(escaped);
    CHECK(escaped != text);
    CHECK(escaped.starts_with("\\x"));
    CHECK(unescaped(escaped) == text);
  }
  const std::vector<std::string> good = {"\xc2\x80",     "\xe0\xa0\x80",     "\xed\x9f\xbf",
                                         "\xee\x80\x80", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"};
  for (const std::string& text : good) {
    CHECK(escape_utf8(text) == text);
  }
}

TEST_CASE("escaping loses nothing and its result is valid UTF-8", "[engine]") {
  constexpr int kCases = 20'000;
  constexpr std::string_view kBytes = "ab\\x\xc3\xa9\xff\xe2\x82\xac\xf0\x9f\x98\x80\x80";
  std::mt19937_64 random(86);
  int escaped_cases = 0;
  int wrong = 0;
  for (int i = 0; i < kCases; ++i) {
    std::string text;
    for (std::size_t size = random() % 12; size > 0; --size) {
      text += kBytes[random() % kBytes.size()];
    }
    const std::string escaped = escape_utf8(text);
    if (escaped != text) {
      ++escaped_cases;
      // Escaping valid UTF-8 changes nothing, so a second pass proves the first one valid.
      wrong += unescaped(escaped) != text || escape_utf8(escaped) != escaped ? 1 : 0;
    }
  }
  CHECK(wrong == 0);
  CHECK(escaped_cases > kCases / 4);
}
