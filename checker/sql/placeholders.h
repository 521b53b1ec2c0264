// Placeholders in rule text, found with the database's own lexer.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/result.h"

namespace countercheck {

// One placeholder. `name` is empty for spellings that rules may not use (?, ?1, @x, $x, $1).
struct Placeholder {
  std::string name;        // without the colon
  std::string spelling;    // as written
  std::size_t offset = 0;  // in bytes
};

// The placeholders of a Postgres text, in order, by libpg_query's scanner; ":x" right after a digit
// or bracket inside a subscript is reported as a SourceError that asks for a blank. Text that does
// not scan has its error's position.
[[nodiscard]] Result<std::vector<Placeholder>> find_postgres_placeholders(std::string_view sql);

// Postgres text with every named placeholder rewritten to $n.
class RewrittenSql {
 public:
  // `names[i]` is what $i+1 stands for; one number per name.
  std::string text;
  std::vector<std::string> names;

  // From an offset in `text` back to one in the text as written.
  [[nodiscard]] std::size_t original_offset(std::size_t offset) const;

  struct Shift {
    std::size_t rewritten = 0;  // from here on in `text` …
    std::size_t original = 0;   // … corresponds to here in the text as written
  };
  std::vector<Shift> shifts;  // ascending
};

// Rewrites; `placeholders` as find_postgres_placeholders() gave them for `sql`. Without any, the
// text is returned byte for byte.
[[nodiscard]] RewrittenSql rewrite(std::string_view sql,
                                   const std::vector<Placeholder>& placeholders);

}  // namespace countercheck
