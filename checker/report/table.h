// Rows as an aligned table, or as one "column: value" list per row where the table would be wider
// than the terminal.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "checker/model/run_result.h"

namespace countercheck {

// Views into a RunResult, which must outlive the table. Columns may share a name; a row of another
// length than `columns` is shown as it is.
struct Table {
  std::span<const std::string> columns;
  std::vector<std::span<const CellText>> rows;
  std::span<const std::string> key;  // columns that are shown however many there are
  std::string_view row_word;         // what a row is: "sample", "row"
};

struct TableLayout {
  std::size_t width = 0;   // columns of the terminal
  std::size_t indent = 0;  // blanks before each line
  bool color = false;
};

// Display columns that a cell of an aligned table may take.
inline constexpr std::size_t kCellWidthMax = 48;

[[nodiscard]] std::string render_table(const Table& table, const TableLayout& layout);

}  // namespace countercheck
