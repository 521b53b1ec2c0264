// The command line that shows a statement's rows in the sqlite3 program.
#pragma once

#include <string>

#include "adapters/source.h"

namespace countercheck::sqlite {

// A value as a SQL literal of SQLite.
[[nodiscard]] std::string sql_literal(const Value& value);

// For /bin/sh. Values stand as literals at the places of their placeholders; text that SQLite
// cannot parse is written as it is.
[[nodiscard]] std::string shell_command(const std::string& path, const Query& query);

}  // namespace countercheck::sqlite
