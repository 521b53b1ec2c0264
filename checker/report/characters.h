// Characters of data that come from a database or a user's file, and how to show them.
//
// A report must show what is there without letting it act: nothing in a value may move the cursor,
// reverse the line, hide itself or pass for another value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace countercheck {

// One code point of a UTF-8 text, or one byte that belongs to none (`code` is kNoCharacter).
inline constexpr std::int32_t kNoCharacter = -1;

struct Character {
  std::int32_t code = kNoCharacter;
  std::string_view bytes;
};

// The first character of a text, which must not be empty.
[[nodiscard]] Character first_character(std::string_view text);

// True for what cannot be seen or could act on a terminal: controls, newlines, format characters
// (bidirectional marks, zero-width ones), blanks other than the space, unassigned code points.
[[nodiscard]] bool is_hidden(std::int32_t code);

// True for marks that are drawn onto the character before them.
[[nodiscard]] bool is_combining(std::int32_t code);

// The visible spelling of a character: \n, \x1b, \u202e, \U000e0041; a stray byte is \xff.
[[nodiscard]] std::string escape_of(const Character& character);

// A text as one line in which every hidden character is escaped. Backslashes stay as they are, so
// this is for titles, reasons and names; cells have an unambiguous spelling (cell.h).
[[nodiscard]] std::string visible_line(std::string_view text);

// Columns that a text without hidden characters takes on a terminal.
[[nodiscard]] std::size_t display_width(std::string_view visible);

}  // namespace countercheck
