#include "checker/load/toml_file.h"

#include <cstddef>
#include <string_view>
#include <utility>

#include "checker/load/duplicate_key.h"
#include "checker/load/text_file.h"

namespace countercheck {

namespace {

// More dots than this in one key would nest tables until the parser's stack ends.
constexpr std::size_t kDottedMax = 200;

// Quotes count as well: a key may be quoted part by part.
bool is_key_character(char letter) {
  const bool letter_or_digit = (letter >= 'a' && letter <= 'z') ||
                               (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9');
  return letter_or_digit || letter == '_' || letter == '-' || letter == '"' || letter == '\'';
}

// The offset of a key that nests too deep. The text is not parsed yet, so this looks for what such
// a key must contain, and no SQL or prose does: a line's run of words joined by single dots.
std::optional<std::size_t> find_endless_key(std::string_view text) {
  std::size_t dots = 0;
  bool after_word = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '.' && after_word) {
      after_word = false;
      if (++dots > kDottedMax) {
        return at;
      }
    } else if (is_key_character(text[at])) {
      after_word = true;
    } else if (text[at] != ' ' && text[at] != '\t') {
      dots = 0;
      after_word = false;
    }
  }
  return std::nullopt;
}

// The parser counts lines and columns as this program shows them: from 1, in characters.
Place place_of_region(const std::string& file, const toml::source_region& region) {
  return {file, region.begin.line, region.begin.column};
}

// The parser's own words without the name of the grammar rule that it was in.
std::string plain_message(std::string_view description) {
  constexpr std::string_view kPrefix = "Error while parsing ";
  if (description.starts_with(kPrefix)) {
    const std::size_t end = description.find(": ");
    if (end != std::string_view::npos) {
      description.remove_prefix(end + 2);
    }
  }
  std::string message;
  for (const char letter : description) {
    message += letter == '\n' ? ' ' : letter;
  }
  return "this is not TOML: " + message;
}

}  // namespace

Place TomlFile::place_of(const toml::node& node) const {
  return place_of_region(name, node.source());
}

Place TomlFile::place_of(const toml::key& key) const { return place_of_region(name, key.source()); }

std::optional<TomlFile> parse_toml(const std::string& name, std::string text, Mistakes& mistakes) {
  if (const auto bad = find_invalid_utf8(text)) {
    mistakes.push_back({place_of_byte(name, text, *bad), "this byte is not UTF-8"});
    return std::nullopt;
  }
  if (const auto endless = find_endless_key(text)) {
    mistakes.push_back({place_of_byte(name, text, *endless),
                        "more than " + std::to_string(kDottedMax) + " dots in one key"});
    return std::nullopt;
  }
  try {
    toml::table root = toml::parse(std::string_view(text), std::string_view(name));
    return TomlFile{name, std::move(text), std::move(root)};
  } catch (const toml::parse_error& error) {
    const Place place = place_of_region(name, error.source());
    const auto duplicate = explain_duplicate(text, place, error.description());
    mistakes.push_back(duplicate ? *duplicate : Mistake{place, plain_message(error.description())});
    return std::nullopt;
  }
}

}  // namespace countercheck
