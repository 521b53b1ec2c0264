// What may be sent to Postgres: exactly one read-only SELECT, with harmless functions. By parse
// tree (libpg_query); the server's own read-only transaction is the second wall behind this one.
#pragma once

#include <cstddef>
#include <cstdint>
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

// How a text calls a function. Postgres takes a field that does not exist for a call: t.f for f(t)
// of a whole row, and (x).f for f(x) of any value, so that fields are suspects as well. t.f is a
// field of a value, too, unless the text shows t to be a row: for FROM f() AS t it may be neither.
enum class CallForm : std::uint8_t { kCall, kColumnOfRow, kFieldOfValue };

// A function as rule text names it; schema "" when it is not qualified.
struct FunctionName {
  std::string schema;
  std::string name;
  std::size_t offset = 0;  // bytes
  CallForm form = CallForm::kCall;
};

struct StatementFacts {
  std::vector<FunctionName> functions;  // in order of the text
  // The names of the result's columns where the text alone shows them (no *).
  std::optional<std::vector<std::string>> columns;
};

// Parses text with $n placeholders. The error (kind kRefused, or kSql for a syntax error, with
// position) says what stands in the way: several statements, none, another kind of statement,
// INTO, FOR UPDATE, a data-modifying WITH, size, a file-reading catalog view. Operators and casts
// are not among the functions: those of other schemas are for the live catalog to see.
[[nodiscard]] Result<StatementFacts> inspect_postgres(std::string_view sql);

// Judges the functions of a statement by the live catalog: built-in, immutable or stable, and not
// among those that run text as a query or assign a transaction id; otherwise only by
// `reads_through` (name or schema.name to reason). The error names the function and its place.
//
// What `reads_through` can allow: functions of other schemas, and volatile built-ins that only
// look (random(), clock_timestamp(), pg_relation_size(), TABLESAMPLE's methods, …). What nothing
// can allow, since a rule file may come from a stranger: built-ins with effects, those that read
// files or run text, and dblink. An unqualified name stands for every overload in any schema of
// `catalog`. A call without an entry is refused, a field without one is a column.
[[nodiscard]] Result<Done> judge_functions(std::span<const FunctionName> called,
                                           std::span<const FunctionFacts> catalog,
                                           const std::map<std::string, std::string>& reads_through);

}  // namespace countercheck
