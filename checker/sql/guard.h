// What may be sent to Postgres: exactly one read-only SELECT, with harmless functions. By parse
// tree (libpg_query); the server's own read-only transaction is the second wall behind this one.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/result.h"
#include "adapters/source.h"

namespace countercheck {

inline constexpr std::size_t kSqlBytesMax = 64 * 1024;

// A function as rule text names it; schema "" when it is not qualified.
struct FunctionName {
  std::string schema;
  std::string name;
  std::size_t offset = 0;  // bytes
};

struct StatementFacts {
  std::vector<FunctionName> functions;
  // The names of the result's columns where the text alone shows them (no *).
  std::optional<std::vector<std::string>> columns;
};

// Parses text with $n placeholders. The error (kind kRefused, or kSql for a syntax error, with
// position) says what stands in the way: several statements, none, another kind of statement,
// INTO, FOR UPDATE, a data-modifying WITH, size, a file-reading catalog view.
[[nodiscard]] Result<StatementFacts> inspect_postgres(std::string_view sql);

// Judges the functions of a statement by the live catalog: built-in, immutable or stable, and not
// among those that run text as a query or assign a transaction id; otherwise only by
// `reads_through` (name or schema.name to reason). The error names the function and its place.
[[nodiscard]] Result<Done> judge_functions(std::span<const FunctionName> called,
                                           std::span<const FunctionFacts> catalog,
                                           const std::map<std::string, std::string>& reads_through);

}  // namespace countercheck
