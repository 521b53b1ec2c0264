#include "checker/report/look_alike.h"

#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string_view>

#include "checker/report/cell.h"
#include "checker/report/characters.h"
#include "checker/report/table.h"

namespace countercheck {

namespace {

// A text of at most so many characters is spelled out whole, a longer one from the first
// difference.
constexpr std::size_t kWholeCharactersMax = 24;

struct LookAlike {
  std::int32_t code;
  char latin;
};

// Letters of other scripts, and marks, that most fonts draw like the ASCII one beside them.
constexpr std::array<LookAlike, 48> kLookAlikes = {
    {{0x0391, 'A'}, {0x0392, 'B'}, {0x0395, 'E'}, {0x0396, 'Z'},  {0x0397, 'H'},  {0x0399, 'I'},
     {0x039A, 'K'}, {0x039C, 'M'}, {0x039D, 'N'}, {0x039F, 'O'},  {0x03A1, 'P'},  {0x03A4, 'T'},
     {0x03A5, 'Y'}, {0x03A7, 'X'}, {0x03BD, 'v'}, {0x03BF, 'o'},  {0x0405, 'S'},  {0x0406, 'I'},
     {0x0408, 'J'}, {0x0410, 'A'}, {0x0412, 'B'}, {0x0415, 'E'},  {0x041A, 'K'},  {0x041C, 'M'},
     {0x041D, 'H'}, {0x041E, 'O'}, {0x0420, 'P'}, {0x0421, 'C'},  {0x0422, 'T'},  {0x0425, 'X'},
     {0x0430, 'a'}, {0x0435, 'e'}, {0x043E, 'o'}, {0x0440, 'p'},  {0x0441, 'c'},  {0x0443, 'y'},
     {0x0445, 'x'}, {0x0455, 's'}, {0x0456, 'i'}, {0x0458, 'j'},  {0x04BB, 'h'},  {0x2010, '-'},
     {0x2011, '-'}, {0x2013, '-'}, {0x2212, '-'}, {0x2018, '\''}, {0x2019, '\''}, {0x02BC, '\''}}};

std::string without_look_alikes(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const Character character = first_character(text);
    const auto* const found =
        std::find_if(kLookAlikes.begin(), kLookAlikes.end(),
                     [&](const LookAlike& entry) { return entry.code == character.code; });
    if (found != kLookAlikes.end()) {
      plain += found->latin;
    } else {
      plain += character.bytes;
    }
    text.remove_prefix(character.bytes.size());
  }
  return plain;
}

// What a reader sees, reduced to what can be told apart: composed, compatible and Latin.
std::string appearance(const std::string& shown) {
  const std::string plain = without_look_alikes(shown);
  utf8proc_uint8_t* const mapped =
      utf8proc_NFKC(reinterpret_cast<const utf8proc_uint8_t*>(plain.c_str()));
  if (mapped == nullptr) {
    return plain;
  }
  std::string composed(reinterpret_cast<const char*>(mapped));
  std::free(mapped);
  return composed;
}

using Key = std::vector<CellText>;

std::string appearance(const Key& key) {
  std::string all;
  for (const CellText& cell : key) {
    // A hidden character cannot be part of a shown cell, so it separates cells.
    all += appearance(display_cell(cell, kCellWidthMax)) + '\n';
  }
  return all;
}

std::vector<Character> characters_of(std::string_view text) {
  std::vector<Character> characters;
  while (!text.empty()) {
    characters.push_back(first_character(text));
    text.remove_prefix(characters.back().bytes.size());
  }
  return characters;
}

std::string name_of(const Character& character) {
  return character.code == kNoCharacter ? "byte " + escape_of(character)
                                        : fmt::format("U+{:04X}", character.code);
}

std::size_t first_difference(std::string_view left, std::string_view right) {
  const std::vector<Character> a = characters_of(left);
  const std::vector<Character> b = characters_of(right);
  const std::size_t size = std::min(a.size(), b.size());
  std::size_t at = 0;
  while (at < size && a[at].bytes == b[at].bytes) {
    ++at;
  }
  return at;
}

std::string code_points(std::string_view text, std::size_t difference) {
  const std::vector<Character> characters = characters_of(text);
  const bool whole = characters.size() <= kWholeCharactersMax;
  const std::size_t start = whole ? 0 : difference;
  const std::size_t end = std::min(characters.size(), start + kWholeCharactersMax);
  std::string line = whole ? "" : fmt::format("from character {}:", difference + 1);
  for (std::size_t at = start; at < end; ++at) {
    line += (line.empty() ? "" : " ") + name_of(characters[at]);
  }
  return end < characters.size() ? line + " …" : line;
}

// Lines for the samples that share an appearance; none if they share the key itself as well.
void append_group(const RuleResult& rule, const std::vector<std::size_t>& group,
                  std::vector<std::string>& lines) {
  const Key& first = rule.samples[group.front()].key;
  std::vector<std::string> details;
  for (std::size_t column = 0; column < first.size(); ++column) {
    std::size_t difference = std::string::npos;
    for (const std::size_t sample : group) {
      const CellText& cell = rule.samples[sample].key[column];
      if (cell && first[column] && *cell != *first[column]) {
        difference = std::min(difference, first_difference(*first[column], *cell));
      }
    }
    if (difference == std::string::npos) {
      continue;
    }
    const std::string name = column < rule.key.size() ? visible_line(rule.key[column]) : "key";
    for (const std::size_t sample : group) {
      details.push_back(fmt::format("  sample {}, {}: {}", sample + 1, name,
                                    code_points(*rule.samples[sample].key[column], difference)));
    }
  }
  if (!details.empty()) {
    lines.push_back("These keys look alike and are not the same; their code points:");
    lines.insert(lines.end(), details.begin(), details.end());
  }
}

}  // namespace

std::vector<std::string> look_alike_lines(const RuleResult& rule) {
  std::map<std::string, std::vector<std::size_t>> groups;
  for (std::size_t sample = 0; sample < rule.samples.size(); ++sample) {
    groups[appearance(rule.samples[sample].key)].push_back(sample);
  }
  std::vector<std::string> lines;
  for (const auto& [seen, group] : groups) {
    if (group.size() > 1) {
      append_group(rule, group, lines);
    }
  }
  return lines;
}

}  // namespace countercheck
