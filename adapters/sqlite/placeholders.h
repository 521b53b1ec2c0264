// Placeholders in SQLite rule text, without a database.
//
// A scan of ours proposes, SQLite's own parser disposes: each candidate is confirmed, and the
// absence of further ones proved, by having SQLite parse the text as the body of a view, in which
// it refuses every variable. A text that SQLite cannot parse is an error with position.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/result.h"

namespace countercheck {

struct SqlitePlaceholder {
  std::string spelling;    // ":since", "?", "?1", "@x", "$x"
  std::size_t offset = 0;  // bytes
};

[[nodiscard]] Result<std::vector<SqlitePlaceholder>> find_sqlite_placeholders(std::string_view sql);

}  // namespace countercheck
