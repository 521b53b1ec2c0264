// Rule text to one prepared statement that can only read.
#pragma once

#include <string>
#include <vector>

#include "adapters/result.h"
#include "adapters/sqlite/connection.h"

namespace countercheck::sqlite {

struct PreparedRule {
  StatementHandle statement;
  std::vector<std::string> reads;  // names as created, without the schema's name
};

// Prepares under the authorizer. kRefused unless the text is exactly one statement that returns
// rows and only reads; kSql for what SQLite cannot compile, with position.
[[nodiscard]] Result<PreparedRule> prepare_rule(Connection& connection, const std::string& sql);

}  // namespace countercheck::sqlite
