// A scan of SQLite text for what may be placeholders. It proposes only: find_sqlite_placeholders()
// has SQLite's own parser confirm each of them and the absence of others.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace countercheck::sqlite {

struct Token {
  std::size_t offset = 0;  // bytes
  std::size_t size = 0;
};

struct Scan {
  std::vector<Token> placeholders;
  Token first_word;  // empty when the text has nothing but blanks and comments before its end
};

[[nodiscard]] Scan scan_sqlite(std::string_view sql);

}  // namespace countercheck::sqlite
