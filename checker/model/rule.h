// A rule as its author wrote it: plain values, each SQL text with the place where it stands.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "adapters/source.h"
#include "checker/model/mistake.h"
#include "checker/model/verdict.h"

namespace countercheck {

// SQL text with the place of its first character, from which any offset in it becomes a place in
// the user's file. The text is the user's own, byte for byte (TOML turns CRLF into LF).
struct SqlText {
  std::string text;
  Place start;
  // False for a text written in a basic TOML string with escapes, in which offsets do not carry
  // over: places then name the start only.
  bool offsets_hold = true;
};

// The place of the byte at `offset` (0 … size) of a text.
[[nodiscard]] Place place_in(const SqlText& sql, std::size_t offset);

// One statement in one or both dialects. `both` is set when one text serves every engine.
struct RuleSql {
  std::optional<SqlText> both;
  std::optional<SqlText> postgres;
  std::optional<SqlText> sqlite;
};

// The text for a dialect, or null if the author wrote none.
[[nodiscard]] const SqlText* text_for(const RuleSql& sql, Dialect dialect);

struct ParameterDeclaration {
  std::string name;
  BindType type = BindType::kText;      // never kColumn
  std::optional<std::string> fallback;  // `default` as written: a literal or "today - 35d"
  bool optional = false;                // NULL when it is not given
  Place place;
};

// What the money column of a violation is counted in.
struct ImpactDeclaration {
  std::string column;
  std::string unit;         // "" when unit_column names it row by row
  std::string unit_column;  // "" when the unit is fixed
  Place place;
};

// `skip` and `allow_empty`: a reason and the last day (inclusive, in the project's time zone).
struct Exemption {
  std::string reason;
  std::chrono::year_month_day until{};
  Place place;
};

struct Rule {
  std::string id;    // pack.name
  std::string pack;  // file name without ".toml"
  std::string name;
  Place place;  // of the rule's header

  std::string title;
  std::vector<std::string> sources;  // at least one; more than one is one rule per source
  bool sources_is_array = false;     // ids then get "@source"
  Place sources_place;
  std::string blind_spots;
  RuleSql violations;
  RuleSql population;
  std::optional<RuleSql> evidence;

  std::vector<std::string> key;  // empty: all columns
  Place key_place;
  std::optional<ImpactDeclaration> impact;
  Severity severity = Severity::kError;
  std::string owner;
  std::vector<std::string> tags;
  std::string why;
  std::string written_by;
  std::vector<std::string> redact;
  std::uint32_t samples = 10;
  std::uint64_t min_population = 1;
  std::optional<Exemption> allow_empty;
  std::optional<Exemption> skip;
  std::optional<std::chrono::milliseconds> timeout;
  std::map<std::string, std::string> reads_through;  // object name to reason
  std::vector<ParameterDeclaration> parameters;      // in file order
};

}  // namespace countercheck
