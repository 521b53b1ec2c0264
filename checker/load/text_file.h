// Files as bytes, before anything is made of them.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "adapters/result.h"
#include "checker/model/mistake.h"

namespace countercheck {

// Which file it is, whatever it is called: two names with one identity are links to one file.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t number = 0;
  friend auto operator<=>(const FileIdentity&, const FileIdentity&) = default;
};

// Absent when there is nothing of that name, or it may not be looked at.
[[nodiscard]] std::optional<FileIdentity> identify(const std::string& path);

// Why a file could not be read: the end of a sentence that starts with its name, such as "is a
// directory" or "does not exist".
struct ReadFailure {
  std::string reason;
};

// All bytes of a regular file of at most `size_max` bytes.
[[nodiscard]] Result<std::string, ReadFailure> read_text_file(const std::string& path,
                                                              std::size_t size_max);

// The offset of the first byte that cannot belong to UTF-8; absent when all of it is sound.
[[nodiscard]] std::optional<std::size_t> find_invalid_utf8(std::string_view text);

// The mark that some editors write at the start of a UTF-8 file.
[[nodiscard]] bool starts_with_mark(std::string_view text);

// The place of a byte in a text; columns count characters, and a mark at the start counts for none.
[[nodiscard]] Place place_of_byte(const std::string& file, std::string_view text,
                                  std::size_t offset);

// The reverse; absent when the text has no such place.
[[nodiscard]] std::optional<std::size_t> byte_at(std::string_view text, std::size_t line,
                                                 std::size_t column);

}  // namespace countercheck
