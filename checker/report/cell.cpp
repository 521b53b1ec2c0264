#include "checker/report/cell.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "checker/report/characters.h"

namespace countercheck {

namespace {

constexpr std::string_view kEllipsis = "…";

// Room that is kept for "… (N bytes)" when a text is cut.
constexpr std::size_t kCutMarkWidth = 16;

bool is_digit(char character) { return character >= '0' && character <= '9'; }

std::size_t digits_at(std::string_view text, std::size_t start) {
  std::size_t end = start;
  while (end < text.size() && is_digit(text[end])) {
    ++end;
  }
  return end - start;
}

// The size stated at the end of a text that was cut before it came here, as "… (N bytes)".
std::optional<std::string> stated_size(std::string_view text) {
  constexpr std::string_view kEnd = " bytes)";
  constexpr std::string_view kStart = "… (";
  if (!text.ends_with(kEnd)) {
    return std::nullopt;
  }
  text.remove_suffix(kEnd.size());
  const std::size_t start = text.rfind(kStart);
  if (start == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view digits = text.substr(start + kStart.size());
  if (digits.empty() || digits_at(digits, 0) != digits.size()) {
    return std::nullopt;
  }
  return std::string(digits);
}

std::string visible_spelling(const Character& character) {
  return is_hidden(character.code) ? escape_of(character) : std::string(character.bytes);
}

// How many bytes of a text to show: all of them if they fit, else so many that the mark fits too.
// Characters are limited as well as columns, since marks of no width could go on for ever.
std::size_t shown_bytes(std::string_view text, std::size_t width_max) {
  const std::size_t characters_max = 4 * width_max;
  const std::size_t cut_width = width_max > kCutMarkWidth ? width_max - kCutMarkWidth : 1;
  std::size_t width = 0;
  std::size_t cut = 0;
  std::size_t at = 0;
  for (std::size_t count = 0; at < text.size(); ++count) {
    const Character character = first_character(text.substr(at));
    width += display_width(visible_spelling(character));
    if (width > width_max || count >= characters_max) {
      return cut > 0 ? cut : character.bytes.size();
    }
    at += character.bytes.size();
    if (width <= cut_width) {
      cut = at;
    }
  }
  return text.size();
}

bool has_hidden(std::string_view text) {
  bool first = true;
  while (!text.empty()) {
    const Character character = first_character(text);
    // A mark at the very start would be drawn onto whatever stands before the cell.
    if (is_hidden(character.code) || (first && is_combining(character.code))) {
      return true;
    }
    first = false;
    text.remove_prefix(character.bytes.size());
  }
  return false;
}

std::string escaped(std::string_view text) {
  std::string spelling = "E'";
  bool first = true;
  while (!text.empty()) {
    const Character character = first_character(text);
    if (character.code == '\\') {
      spelling += "\\\\";
    } else if (character.code == '\'') {
      spelling += "''";
    } else if (first && character.code != kNoCharacter && is_combining(character.code)) {
      spelling += escape_of(character);
    } else {
      spelling += visible_spelling(character);
    }
    first = false;
    text.remove_prefix(character.bytes.size());
  }
  return spelling + '\'';
}

std::string quoted(std::string_view text) {
  std::string spelling = "'";
  for (const char byte : text) {
    spelling += byte;
    if (byte == '\'') {
      spelling += byte;
    }
  }
  return spelling + '\'';
}

// A plain spelling must not be taken for NULL, for nothing, or for one of the quoted spellings.
bool needs_quotes(std::string_view text) {
  return text.empty() || text == "NULL" || text.front() == ' ' || text.back() == ' ' ||
         text.front() == '\'' || text.starts_with("E'");
}

std::string spelled(std::string_view text) {
  if (has_hidden(text)) {
    return escaped(text);
  }
  return needs_quotes(text) ? quoted(text) : std::string(text);
}

}  // namespace

std::string display_cell(const CellText& cell, std::size_t width_max) {
  if (!cell) {
    return "NULL";
  }
  const std::size_t shown = shown_bytes(*cell, width_max);
  if (shown == cell->size()) {
    return spelled(*cell);
  }
  const std::string size = stated_size(*cell).value_or(std::to_string(cell->size()));
  return fmt::format("{}{} ({} bytes)", spelled(std::string_view(*cell).substr(0, shown)),
                     kEllipsis, size);
}

bool looks_numeric(std::string_view text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    text.remove_prefix(1);
  }
  constexpr std::array<std::string_view, 4> kNames = {"NaN", "Infinity", "Inf", "inf"};
  if (std::find(kNames.begin(), kNames.end(), text) != kNames.end()) {
    return true;
  }
  const std::size_t whole = digits_at(text, 0);
  std::size_t at = whole;
  std::size_t fraction = 0;
  if (at < text.size() && text[at] == '.') {
    fraction = digits_at(text, at + 1);
    at += 1 + fraction;
  }
  if (whole + fraction == 0) {
    return false;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) {
      ++at;
    }
    const std::size_t exponent = digits_at(text, at);
    if (exponent == 0) {
      return false;
    }
    at += exponent;
  }
  return at == text.size();
}

}  // namespace countercheck
