#include "checker/report/characters.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace countercheck {

namespace {

struct CodeRange {
  std::int32_t first;
  std::int32_t last;
};

// Letters and marks by their category that are nevertheless drawn as nothing: the grapheme joiner,
// Hangul and Khmer fillers, variation selectors, the Braille blank.
constexpr std::array<CodeRange, 9> kDrawnAsNothing = {{{0x034F, 0x034F},
                                                       {0x115F, 0x1160},
                                                       {0x17B4, 0x17B5},
                                                       {0x180B, 0x180F},
                                                       {0x2800, 0x2800},
                                                       {0x3164, 0x3164},
                                                       {0xFE00, 0xFE0F},
                                                       {0xFFA0, 0xFFA0},
                                                       {0xE0100, 0xE01EF}}};

constexpr std::int32_t kSpace = 0x20;
constexpr std::int32_t kAsciiEnd = 0x80;
constexpr std::int32_t kPlaneEnd = 0x10000;

bool is_drawn_as_nothing(std::int32_t code) {
  return std::any_of(
      kDrawnAsNothing.begin(), kDrawnAsNothing.end(),
      [code](const CodeRange& range) { return code >= range.first && code <= range.last; });
}

// Category numbers of the two groups; the library's enumeration mixes them with all others.
bool is_hidden_category(utf8proc_category_t category) {
  return category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CF ||
         category == UTF8PROC_CATEGORY_CS || category == UTF8PROC_CATEGORY_CO ||
         category == UTF8PROC_CATEGORY_CN || category == UTF8PROC_CATEGORY_ZL ||
         category == UTF8PROC_CATEGORY_ZP || category == UTF8PROC_CATEGORY_ZS;
}

}  // namespace

Character first_character(std::string_view text) {
  // The library takes unsigned bytes; the longest UTF-8 sequence has four.
  constexpr std::size_t kSequenceMax = 4;
  std::array<utf8proc_uint8_t, kSequenceMax> bytes{};
  const std::size_t size = std::min(text.size(), kSequenceMax);
  if (size > 0) {
    std::memcpy(bytes.data(), text.data(), size);
  }
  utf8proc_int32_t code = kNoCharacter;
  const utf8proc_ssize_t used =
      utf8proc_iterate(bytes.data(), static_cast<utf8proc_ssize_t>(size), &code);
  if (used <= 0 || code < 0) {
    return {kNoCharacter, text.substr(0, 1)};
  }
  return {code, text.substr(0, static_cast<std::size_t>(used))};
}

bool is_hidden(std::int32_t code) {
  if (code >= kSpace && code < kAsciiEnd - 1) {
    return false;
  }
  return code < kAsciiEnd || is_hidden_category(utf8proc_category(code)) ||
         is_drawn_as_nothing(code);
}

bool is_combining(std::int32_t code) {
  const utf8proc_category_t category = utf8proc_category(code);
  return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC ||
         category == UTF8PROC_CATEGORY_ME;
}

std::string escape_of(const Character& character) {
  if (character.code == kNoCharacter) {
    return fmt::format("\\x{:02x}", static_cast<unsigned char>(character.bytes.front()));
  }
  switch (character.code) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      break;
  }
  if (character.code < kAsciiEnd) {
    return fmt::format("\\x{:02x}", character.code);
  }
  return character.code < kPlaneEnd ? fmt::format("\\u{:04x}", character.code)
                                    : fmt::format("\\U{:08x}", character.code);
}

std::string visible_line(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const Character character = first_character(text);
    if (is_hidden(character.code)) {
      line += escape_of(character);
    } else {
      line += character.bytes;
    }
    text.remove_prefix(character.bytes.size());
  }
  return line;
}

std::size_t display_width(std::string_view visible) {
  std::size_t width = 0;
  while (!visible.empty()) {
    const Character character = first_character(visible);
    const int columns = character.code == kNoCharacter ? 1 : utf8proc_charwidth(character.code);
    width += static_cast<std::size_t>(std::max(columns, 0));
    visible.remove_prefix(character.bytes.size());
  }
  return width;
}

}  // namespace countercheck
