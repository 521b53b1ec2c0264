#include "adapters/shell_word.h"

#include <algorithm>

namespace countercheck {

namespace {

bool is_control(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return byte < 0x20U || byte == 0x7fU;
}

// Inside $'…' the shell reads escapes as C does.
std::string with_escapes(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  constexpr unsigned kNibbleBits = 4;
  constexpr unsigned kNibbleMask = 0xf;
  std::string word = "$'";
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    if (letter == '\n') {
      word += "\\n";
    } else if (letter == '\'' || letter == '\\') {
      word += '\\';
      word += letter;
    } else if (is_control(letter)) {
      word += "\\x";
      word += kDigits[byte >> kNibbleBits];
      word += kDigits[byte & kNibbleMask];
    } else {
      word += letter;
    }
  }
  return word + "'";
}

// Single quotes keep everything but themselves: each of those leaves the quotes for a moment.
std::string with_single_quotes(std::string_view text) {
  std::string word = "'";
  for (const char letter : text) {
    if (letter == '\'') {
      word += "'\\''";
    } else {
      word += letter;
    }
  }
  return word + "'";
}

}  // namespace

std::string shell_word(std::string_view text) {
  if (std::any_of(text.begin(), text.end(), is_control)) {
    return with_escapes(text);
  }
  const bool has_single = text.find('\'') != std::string_view::npos;
  const bool fits_double = text.find_first_of("\"$`\\!") == std::string_view::npos;
  if (has_single && fits_double) {
    return "\"" + std::string(text) + "\"";
  }
  return with_single_quotes(text);
}

}  // namespace countercheck
