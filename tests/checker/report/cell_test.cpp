#include "checker/report/cell.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace countercheck::test {

namespace {

constexpr std::size_t kWide = 48;

std::string shown(const CellText& cell) { return display_cell(cell, kWide); }

// All texts of up to `length` pieces.
std::vector<std::string> all_texts(const std::vector<std::string>& pieces, std::size_t length) {
  std::vector<std::string> texts = {""};
  std::size_t start = 0;
  for (std::size_t round = 0; round < length; ++round) {
    const std::size_t end = texts.size();
    for (std::size_t at = start; at < end; ++at) {
      for (const std::string& piece : pieces) {
        texts.push_back(texts[at] + piece);
      }
    }
    start = end;
  }
  return texts;
}

}  // namespace

TEST_CASE("NULL and the texts that could pass for it are told apart", "[report]") {
  CHECK(shown(std::nullopt) == "NULL");
  CHECK(shown("NULL") == "'NULL'");
  CHECK(shown("'NULL'") == "'''NULL'''");
  CHECK(shown("null") == "null");
  CHECK(shown("") == "''");
}

TEST_CASE("FB-114: blanks at the edges of a text are visible", "[report]") {
  CHECK(shown("AB") == "AB");
  CHECK(shown("AB ") == "'AB '");
  CHECK(shown(" AB") == "' AB'");
  CHECK(shown("A B") == "A B");
  CHECK(shown("A\xC2\xA0") == "E'A\\u00a0'");
}

TEST_CASE("hidden characters are shown as escapes", "[report]") {
  CHECK(shown("a\nb") == "E'a\\nb'");
  CHECK(shown("a\tb\r") == "E'a\\tb\\r'");
  CHECK(shown("\x1b[31m") == "E'\\x1b[31m'");
  CHECK(shown("\x7f") == "E'\\x7f'");
  CHECK(shown("a\u0085") == "E'a\\u0085'");
  CHECK(shown("a\u2028b") == "E'a\\u2028b'");
  CHECK(shown("a\u202eb") == "E'a\\u202eb'");
  CHECK(shown("a\u200bb") == "E'a\\u200bb'");
  CHECK(shown("a\U000e0041") == "E'a\\U000e0041'");
  CHECK(shown("\ufffe") == "E'\\ufffe'");
  CHECK(shown("a\u3164") == "E'a\\u3164'");
  CHECK(shown("\ufe0f") == "E'\\ufe0f'");
}

TEST_CASE("a mark at the start of a cell cannot be drawn onto its neighbour", "[report]") {
  CHECK(shown("\u0301a") == "E'\\u0301a'");
  CHECK(shown("e\u0301") == "e\u0301");
}

TEST_CASE("FB-101: a NUL is shown and the text after it too", "[report]") {
  CHECK(shown(std::string("ab\0cd", 5)) == "E'ab\\x00cd'");
  CHECK(shown("ab") == "ab");
}

TEST_CASE("FB-102: bytes that are not UTF-8 are shown one by one", "[report]") {
  CHECK(shown("A\xFF"
              "B") == "E'A\\xffB'");
  CHECK(shown("\xE9") == "E'\\xe9'");
  CHECK(shown("\xC3") == "E'\\xc3'");
  CHECK(shown("\xED\xA0\x80") == "E'\\xed\\xa0\\x80'");
  CHECK(shown("\\x41ff42") == "\\x41ff42");
}

TEST_CASE("no two different cells of a small world print alike", "[report]") {
  const std::vector<std::string> texts =
      all_texts({"'", "E", "\\", " ", "\n", "n", "x", "1", "b", "\x1b", "\xff", "NULL"}, 4);
  REQUIRE(texts.size() > 20000);
  std::map<std::string, std::string> seen;
  std::size_t collisions = 0;
  for (const std::string& text : texts) {
    const std::string cell = shown(text);
    const auto [found, fresh] = seen.emplace(cell, text);
    if ((!fresh && found->second != text) || cell == "NULL") {
      ++collisions;
      CAPTURE(text, found->second, cell);
      CHECK(collisions == 0);
    }
  }
  CHECK(collisions == 0);
}

TEST_CASE("FB-109: a long text is cut and the size of the whole is stated", "[report]") {
  CHECK(shown(std::string(5000, 'x')) == std::string(32, 'x') + "… (5000 bytes)");
  CHECK(shown(std::string(48, 'x')) == std::string(48, 'x'));
  const std::string huge(50 * 1024 * 1024, 'y');
  CHECK(shown(huge) == std::string(32, 'y') + "… (52428800 bytes)");
}

TEST_CASE("FB-109: a text that was cut before keeps the size of its original", "[report]") {
  const std::string cut = std::string(4096, 'z') + "… (52428800 bytes)";
  CHECK(shown(cut) == std::string(32, 'z') + "… (52428800 bytes)");
}

TEST_CASE("a cut never falls inside a character and counts columns rather than bytes", "[report]") {
  std::string wide;
  for (int count = 0; count < 40; ++count) {
    wide += "東";
  }
  std::string expected;
  for (int count = 0; count < 16; ++count) {
    expected += "東";
  }
  CHECK(shown(wide) == expected + "… (120 bytes)");
}

TEST_CASE("marks without a width cannot make a cell endless", "[report]") {
  std::string zalgo = "a";
  for (int count = 0; count < 10000; ++count) {
    zalgo += "\u0301";
  }
  CHECK(shown(zalgo).size() < 500);
}

TEST_CASE("numbers are told from text", "[report]") {
  for (const char* number : {"0", "-1", "+5", "10.50", ".5", "5.", "1e10", "1E-7", "NaN",
                             "-Infinity", "12345678901234567890.123"}) {
    CAPTURE(number);
    CHECK(looks_numeric(number));
  }
  for (const char* text :
       {"", "-", ".", "e5", "1e", "1e+", "1.2.3", "2026-02-17", "1 ", " 1", "0x1", "1,000", "A1"}) {
    CAPTURE(text);
    CHECK_FALSE(looks_numeric(text));
  }
}

}  // namespace countercheck::test
