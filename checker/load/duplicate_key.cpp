#include "checker/load/duplicate_key.h"

#include <toml++/toml.h>

#include <vector>

#include "checker/load/text_file.h"

namespace countercheck {

namespace {

using Position = toml::source_position;

// Names with a dot in quotes come apart wrongly; then nothing is found and only the second place is
// told, which is still right.
std::vector<std::string> split_path(std::string_view path) {
  std::vector<std::string> parts(1);
  for (const char letter : path) {
    if (letter == '.') {
      parts.emplace_back();
    } else {
      parts.back() += letter;
    }
  }
  return parts;
}

// Where the last part of a dotted name was written, reckoned from `table`.
std::optional<Position> position_of(const toml::table& table,
                                    const std::vector<std::string>& path) {
  const toml::table* inner = &table;
  std::optional<Position> position;
  for (const std::string& part : path) {
    if (inner == nullptr) {
      return std::nullopt;
    }
    const auto found = inner->find(part);
    if (found == inner->end()) {
      return std::nullopt;
    }
    const toml::table* next = found->second.as_table();
    // A table counts from its own header, which may come after that of a table inside it.
    const bool has_header = next != nullptr && !next->is_inline();
    position = has_header ? next->source().begin : found->first.source().begin;
    inner = next;
  }
  return position;
}

// Tables made by dotted keys and inline tables have places too, but no header.
bool is_header(std::string_view text, const Position& position) {
  const auto at = byte_at(text, position.line, position.column);
  return at && text[*at] == '[';
}

// The table whose header comes last: the one that the keys at the end of the text belong to.
void find_last_table(const toml::node& node, std::string_view text, const toml::table*& last) {
  if (const toml::table* table = node.as_table()) {
    if (is_header(text, table->source().begin) &&
        (last == nullptr || last->source().begin < table->source().begin)) {
      last = table;
    }
    for (const auto& entry : *table) {
      find_last_table(entry.second, text, last);
    }
  } else if (const toml::array* array = node.as_array()) {
    for (const auto& element : *array) {
      find_last_table(element, text, last);
    }
  }
}

// The file up to the line with the error is sound, so it is parsed once more to find the first of
// the two. Two on one line have no such part, and then the parser's word is enough.
std::optional<Position> find_first(std::string_view text, const Place& second,
                                   std::string_view name) {
  const auto end = byte_at(text, second.line, 1);
  if (!end) {
    return std::nullopt;
  }
  const std::string_view sound = text.substr(0, *end);
  toml::table root;
  try {
    root = toml::parse(sound);
  } catch (const toml::parse_error&) {
    return std::nullopt;
  }
  const std::vector<std::string> path = split_path(name);
  if (text[*end] == '[') {
    return position_of(root, path);
  }
  const toml::table* last = nullptr;
  for (const auto& entry : root) {
    find_last_table(entry.second, sound, last);
  }
  return position_of(last == nullptr ? root : *last, path);
}

}  // namespace

std::optional<Mistake> explain_duplicate(std::string_view text, const Place& place,
                                         std::string_view description) {
  constexpr std::string_view kSign = "cannot redefine existing ";
  const std::size_t sign = description.find(kSign);
  if (sign == std::string_view::npos) {
    return std::nullopt;
  }
  const std::size_t open = description.find('\'', sign);
  const std::size_t close = description.rfind('\'');
  if (open == std::string_view::npos || close <= open) {
    return Mistake{place, "a key here is written twice"};
  }
  const std::string_view name = description.substr(open + 1, close - open - 1);
  Mistake mistake{place, "'" + std::string(name) + "' is written twice"};
  if (const auto first = find_first(text, place, name)) {
    mistake.message +=
        "; the first is at " + to_text(Place{place.file, first->line, first->column});
  }
  return mistake;
}

}  // namespace countercheck
