// Positions in UTF-8 text: engines count characters, files and buffers count bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace countercheck {

// The offset in bytes of the character with this number, counted from 1. The character after the
// last one is the end of the text; beyond that there is none.
[[nodiscard]] std::optional<std::size_t> byte_offset(std::string_view text, std::size_t character);

}  // namespace countercheck
