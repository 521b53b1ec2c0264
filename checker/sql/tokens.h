// The tokens of a Postgres text, by libpg_query's scanner. Private to this layer.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "adapters/result.h"

namespace countercheck {

// Where a token stands, in bytes; what it is shows in its own text. Never empty; the end of a
// literal with Unicode escapes (U&'…') may come too early.
struct Token {
  std::size_t start = 0;
  std::size_t end = 0;
};

// All tokens in order, without comments. Text that does not scan has its error's position.
[[nodiscard]] Result<std::vector<Token>> scan_tokens(std::string_view sql);

}  // namespace countercheck
