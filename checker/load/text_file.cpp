#include "checker/load/text_file.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <ios>

namespace countercheck {

namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";

// The second and later bytes of a character; they count for no column.
bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

// The length of the sound UTF-8 character at the start of `text`, 0 when there is none. Overlong
// spellings, surrogates and anything above U+10FFFF are not sound.
std::size_t character_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80U) {
    return 1;
  }
  const std::size_t length = first >= 0xF0U ? 4U : first >= 0xE0U ? 3U : 2U;
  if (first < 0xC2U || first > 0xF4U || text.size() < length) {
    return 0;
  }
  if (!std::all_of(text.begin() + 1, text.begin() + static_cast<std::ptrdiff_t>(length),
                   is_continuation)) {
    return 0;
  }
  const auto second = static_cast<unsigned char>(text[1]);
  const bool bad = (first == 0xE0U && second < 0xA0U) || (first == 0xEDU && second > 0x9FU) ||
                   (first == 0xF0U && second < 0x90U) || (first == 0xF4U && second > 0x8FU);
  return bad ? 0 : length;
}

}  // namespace

std::optional<FileIdentity> identify(const std::string& path) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) {
    return std::nullopt;
  }
  return FileIdentity{static_cast<std::uint64_t>(facts.st_dev),
                      static_cast<std::uint64_t>(facts.st_ino)};
}

Result<std::string, ReadFailure> read_text_file(const std::string& path, std::size_t size_max) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) {
    const bool absent = errno == ENOENT || errno == ENOTDIR;
    return ReadFailure{absent ? "does not exist"
                              : std::string("cannot be read: ") + std::strerror(errno)};
  }
  if (S_ISDIR(facts.st_mode)) {
    return ReadFailure{"is a directory, not a file"};
  }
  // A pipe or a device could keep the run waiting for ever.
  if (!S_ISREG(facts.st_mode)) {
    return ReadFailure{"is not a regular file"};
  }
  if (static_cast<std::uintmax_t>(facts.st_size) > size_max) {
    return ReadFailure{"is larger than " + std::to_string(size_max / 1024) + " KiB"};
  }
  std::ifstream input(path, std::ios::binary);
  if (!input) {
    return ReadFailure{std::string("cannot be read: ") + std::strerror(errno)};
  }
  std::string text(static_cast<std::size_t>(facts.st_size), '\0');
  input.read(text.data(), facts.st_size);
  // Fewer bytes than the file had a moment ago would be a rule cut short.
  if (input.bad() || input.gcount() != facts.st_size) {
    return ReadFailure{"cannot be read to its end"};
  }
  return text;
}

std::optional<std::size_t> find_invalid_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = character_length(text.substr(at));
    if (length == 0) {
      return at;
    }
    at += length;
  }
  return std::nullopt;
}

bool starts_with_mark(std::string_view text) { return text.starts_with(kMark); }

Place place_of_byte(const std::string& file, std::string_view text, std::size_t offset) {
  Place place{file, 1, 1};
  const std::size_t end = std::min(offset, text.size());
  for (std::size_t at = starts_with_mark(text) ? kMark.size() : 0; at < end; ++at) {
    if (text[at] == '\n') {
      ++place.line;
      place.column = 1;
    } else if (!is_continuation(text[at])) {
      ++place.column;
    }
  }
  return place;
}

std::optional<std::size_t> byte_at(std::string_view text, std::size_t line, std::size_t column) {
  std::size_t at = starts_with_mark(text) ? kMark.size() : 0;
  for (std::size_t passed = 1; passed < line; ++passed) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) {
      return std::nullopt;
    }
    at = end + 1;
  }
  for (std::size_t passed = 1; passed < column && at < text.size(); ++passed) {
    do {
      ++at;
    } while (at < text.size() && is_continuation(text[at]));
  }
  return at < text.size() ? std::optional(at) : std::nullopt;
}

}  // namespace countercheck
