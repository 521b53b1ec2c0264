// A small scanner of Postgres' lexical rules: it finds the first word of a statement and its $n
// placeholders outside of strings, quoted names, comments and dollar quotes.
//
// It is no judge of SQL. Its answer about the first word only ever refuses a statement, and the
// placeholders are used for display only: what runs is the text itself, with bound parameters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace countercheck {

struct PlaceholderSpan {
  std::size_t offset = 0;  // of the '$', in bytes
  std::size_t length = 0;
  std::size_t number = 0;  // from 1
};

[[nodiscard]] std::vector<PlaceholderSpan> find_placeholders(std::string_view sql);

// The first word in lower case, comments and opening parentheses skipped; "" if there is none.
[[nodiscard]] std::string first_word(std::string_view sql);

}  // namespace countercheck
