#include "checker/report/characters.h"

#include <utf8proc.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "tests/support/catch.h"

namespace countercheck::test {

namespace {

std::string encoded(std::int32_t code) {
  std::array<utf8proc_uint8_t, 4> bytes{};
  const utf8proc_ssize_t size = utf8proc_encode_char(code, bytes.data());
  std::string text;
  for (utf8proc_ssize_t at = 0; at < size; ++at) {
    text += static_cast<char>(bytes[static_cast<std::size_t>(at)]);
  }
  return text;
}

bool shows_hidden(std::string_view text) {
  while (!text.empty()) {
    const Character character = first_character(text);
    if (is_hidden(character.code)) {
      return true;
    }
    text.remove_prefix(character.bytes.size());
  }
  return false;
}

}  // namespace

TEST_CASE("a visible line shows no hidden character for any code point there is", "[report]") {
  std::int32_t shown = 0;
  std::int32_t leaks = 0;
  for (std::int32_t code = 0; code <= 0x10FFFF; ++code) {
    const std::string text = encoded(code);
    const std::string line = visible_line(text);
    leaks += shows_hidden(line) || line.empty() ? 1 : 0;
    shown += line == text ? 1 : 0;
  }
  CHECK(leaks == 0);
  CHECK(shown > 100000);
}

TEST_CASE("printable ASCII is shown as it is", "[report]") {
  std::string ascii;
  for (char character = ' '; character <= '~'; ++character) {
    ascii += character;
  }
  REQUIRE(ascii.size() == 95);
  CHECK(visible_line(ascii) == ascii);
}

TEST_CASE("what acts on a terminal is hidden", "[report]") {
  for (const std::int32_t code :
       {0x00,   0x07,   0x08,   0x0A,   0x0D,   0x1B,   0x7F,   0x80,   0x9B,
        0xA0,   0xAD,   0x61C,  0x200B, 0x200D, 0x200E, 0x200F, 0x2028, 0x2029,
        0x202A, 0x202E, 0x2066, 0x2069, 0x2060, 0x3000, 0xFEFF, 0xFFFE, 0xE0001}) {
    CAPTURE(code);
    CHECK(is_hidden(code));
  }
  for (const std::int32_t code : {0x20, 0x41, 0xE9, 0x301, 0x6771, 0x1F600, 0xFFFD}) {
    CAPTURE(code);
    CHECK_FALSE(is_hidden(code));
  }
}

TEST_CASE("the width of a text is the columns it takes", "[report]") {
  CHECK(display_width("") == 0);
  CHECK(display_width("abc") == 3);
  CHECK(display_width("caf\u00e9") == 4);
  CHECK(display_width("cafe\u0301") == 4);
  CHECK(display_width("東京") == 4);
  CHECK(display_width("\xff") == 1);
}

}  // namespace countercheck::test
