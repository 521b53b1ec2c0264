// The parse tree of a Postgres text, by libpg_query. Private to this layer.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>

#include "adapters/result.h"

namespace countercheck {

using ParseTree = nlohmann::json;

// Refuses what libpg_query must not see: text beyond kSqlBytesMax, on which it can crash, and NUL,
// at which it would stop reading without a word.
[[nodiscard]] Result<Done> check_size(std::string_view sql);

// The whole tree: {"version", "stmts": […]}. Errors as inspect_postgres() has them.
[[nodiscard]] Result<ParseTree> parse_tree(std::string_view sql);

// The value of a member, or null if there is none. Never throws.
[[nodiscard]] const ParseTree& member(const ParseTree& node, const char* key);

// The text of a {"String": {"sval": …}} node; empty for anything else.
[[nodiscard]] std::string_view string_of(const ParseTree& node);

}  // namespace countercheck
