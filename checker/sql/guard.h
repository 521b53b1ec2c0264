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

// A function or operator as rule text names it; schema "" when it is not qualified.
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
  // In order of the text, with those that BETWEEN, IN, LIKE, CASE x WHEN, USING and NATURAL imply.
  std::vector<FunctionName> operators;
};

// Parses text with $n placeholders. The error (kind kRefused, or kSql for a syntax error, with
// position) says what stands in the way: several statements, none, another kind of statement,
// INTO, FOR UPDATE, a data-modifying WITH, size, a file-reading catalog view. Casts are not
// among the facts: those to types of other schemas are for the live catalog to see.
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

// Judges the operators of a statement: one outside pg_catalog runs a function of its author's, and
// an unqualified = is public.= for Postgres where that fits the types better, also if pg_catalog
// comes first. `user_operators`: "schema.name" of every operator outside pg_catalog that an
// unqualified use could reach, less those the caller trusts (an installed extension's). Types are
// not looked at, so that such an operator stands in the way of every unqualified use of its name.
// Allowed by `reads_through`: name or schema.name to reason. The error names the operator and its
// place.
[[nodiscard]] Result<Done> judge_operators(std::span<const FunctionName> used,
                                           std::span<const std::string> user_operators,
                                           const std::map<std::string, std::string>& reads_through);

}  // namespace countercheck
