// Rows as SQLite's buffers hold them: no copy and no allocation for a row.
#pragma once

#include <sqlite3.h>

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "adapters/result.h"
#include "adapters/value.h"

namespace countercheck::sqlite {

// Room for the longest shortest spelling of a double.
inline constexpr std::size_t kRealTextMax = 32;
using RealText = std::array<char, kRealTextMax>;

// The shortest decimal text that reads as the same double; "Infinity" and "-Infinity" for those.
// The view lies in `buffer` or is static.
[[nodiscard]] std::string_view real_text(double number, RealText& buffer);

// Names and declared types of a prepared statement's columns.
[[nodiscard]] std::vector<Column> columns_of(sqlite3_stmt* statement);

// Reads the current row of one statement; the cells are valid until the next step.
class RowReader {
 public:
  explicit RowReader(sqlite3_stmt* statement);

  // False when SQLite ran out of memory for a value, which must not become an empty text.
  [[nodiscard]] bool read();
  [[nodiscard]] std::span<const CellView> cells() const { return cells_; }

 private:
  [[nodiscard]] bool read_cell(int column);

  sqlite3_stmt* statement_;
  std::vector<CellView> cells_;
  std::vector<RealText> reals_;
};

}  // namespace countercheck::sqlite
