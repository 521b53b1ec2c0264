// Small questions about SQL text of SQLite.
#pragma once

#include <sqlite3.h>

#include <string>
#include <string_view>

namespace countercheck::sqlite {

// ASCII letters in lower case: how SQLite compares names and keywords.
[[nodiscard]] std::string lower_case(std::string_view text);

// A name or a text literal: `quote` before and after, doubled inside.
[[nodiscard]] std::string in_quotes(std::string_view text, char quote);

// Whether text is nothing but blanks, comments and semicolons, by SQLite's own judgement: it
// prepares such text to no statement.
[[nodiscard]] bool is_blank(sqlite3* database, const char* text);

}  // namespace countercheck::sqlite
