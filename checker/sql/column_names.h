// The names that Postgres gives to the columns of a select, as far as the text alone shows them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/sql/parse_tree.h"

namespace countercheck {

// `select` is the inside of a SelectStmt. Absent when any name is not certain.
[[nodiscard]] std::optional<std::vector<std::string>> column_names(const ParseTree& select);

}  // namespace countercheck
