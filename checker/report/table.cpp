#include "checker/report/table.h"

#include <fmt/format.h>

#include <algorithm>

#include "checker/report/cell.h"
#include "checker/report/characters.h"
#include "checker/report/paint.h"

namespace countercheck {

namespace {

// A list of more columns than this helps nobody; the JSON document has them all.
constexpr std::size_t kListedColumnsMax = 60;
constexpr std::size_t kListedCellWidthMin = 40;
constexpr std::string_view kGap = "  ";

struct TableColumn {
  std::string heading;
  std::vector<std::string> cells;
  std::vector<bool> null;
  std::size_t width = 0;
  bool numeric = false;
};

std::size_t column_count(const Table& table) {
  std::size_t count = table.columns.size();
  for (const std::span<const CellText> row : table.rows) {
    count = std::max(count, row.size());
  }
  return count;
}

// A heading is spelled like a cell, so that an empty name or one with blanks is seen.
std::string heading_of(const Table& table, std::size_t index) {
  return index < table.columns.size() ? display_cell(table.columns[index], kCellWidthMax)
                                      : "(no name)";
}

std::string cell_of(std::span<const CellText> row, std::size_t index, std::size_t width_max) {
  return index < row.size() ? display_cell(row[index], width_max) : "(no value)";
}

bool is_null(std::span<const CellText> row, std::size_t index) {
  return index < row.size() && !row[index];
}

bool is_numeric(const Table& table, std::size_t index) {
  bool any = false;
  for (const std::span<const CellText> row : table.rows) {
    if (index >= row.size() || (row[index] && !looks_numeric(*row[index]))) {
      return false;
    }
    any = any || row[index].has_value();
  }
  return any;
}

TableColumn number_column(std::size_t rows) {
  TableColumn column;
  column.heading = "#";
  column.numeric = true;
  for (std::size_t row = 1; row <= rows; ++row) {
    column.cells.push_back(std::to_string(row));
    column.null.push_back(false);
  }
  return column;
}

TableColumn data_column(const Table& table, std::size_t index) {
  TableColumn column;
  column.heading = heading_of(table, index);
  column.numeric = is_numeric(table, index);
  for (const std::span<const CellText> row : table.rows) {
    column.cells.push_back(cell_of(row, index, kCellWidthMax));
    column.null.push_back(is_null(row, index));
  }
  return column;
}

std::size_t width_of(const TableColumn& column) {
  std::size_t width = display_width(column.heading);
  for (const std::string& cell : column.cells) {
    width = std::max(width, display_width(cell));
  }
  return width;
}

std::string aligned(const TableColumn& column, std::string_view text, bool quiet, bool color) {
  const std::string blanks(column.width - display_width(text), ' ');
  const std::string painted = quiet ? paint(text, Tone::kQuiet, color) : std::string(text);
  return column.numeric ? blanks + painted : painted + blanks;
}

void append_line(std::string& out, std::string line, std::size_t indent) {
  line.erase(line.find_last_not_of(' ') + 1);
  fmt::format_to(std::back_inserter(out), "{:{}}{}\n", "", indent, line);
}

std::string aligned_table(const std::vector<TableColumn>& columns, const TableLayout& layout) {
  std::string out;
  std::string heading;
  for (const TableColumn& column : columns) {
    heading += aligned(column, column.heading, false, false) + std::string(kGap);
  }
  append_line(out, heading, layout.indent);
  for (std::size_t row = 0; row < columns.front().cells.size(); ++row) {
    std::string line;
    for (const TableColumn& column : columns) {
      line +=
          aligned(column, column.cells[row], column.null[row], layout.color) + std::string(kGap);
    }
    append_line(out, line, layout.indent);
  }
  return out;
}

// The columns of a list: the first ones, and those of the key wherever they stand.
std::vector<std::size_t> listed_columns(const Table& table) {
  std::vector<std::size_t> listed;
  const std::size_t count = column_count(table);
  for (std::size_t index = 0; index < count; ++index) {
    const bool in_key =
        index < table.columns.size() &&
        std::find(table.key.begin(), table.key.end(), table.columns[index]) != table.key.end();
    // A key of all columns names nothing in particular.
    if (index < kListedColumnsMax || (in_key && table.key.size() <= kListedColumnsMax)) {
      listed.push_back(index);
    }
  }
  return listed;
}

std::string listed_row(const Table& table, std::size_t row, const std::vector<std::size_t>& listed,
                       const TableLayout& layout) {
  std::size_t names_width = 0;
  for (const std::size_t index : listed) {
    names_width = std::max(names_width, display_width(heading_of(table, index)));
  }
  const std::size_t before = layout.indent + names_width + 2 * kGap.size() + 1;
  const std::size_t cell_width =
      layout.width > before + kListedCellWidthMin ? layout.width - before : kListedCellWidthMin;
  std::string out;
  append_line(out, fmt::format("{} {}", table.row_word, row + 1), layout.indent);
  for (const std::size_t index : listed) {
    const std::string name = heading_of(table, index);
    const std::string cell = cell_of(table.rows[row], index, cell_width);
    append_line(
        out,
        fmt::format(
            "{}{}:{:{}}{}", kGap, name, "", names_width - display_width(name) + 1,
            is_null(table.rows[row], index) ? paint(cell, Tone::kQuiet, layout.color) : cell),
        layout.indent);
  }
  return out;
}

std::string list(const Table& table, const TableLayout& layout) {
  const std::vector<std::size_t> listed = listed_columns(table);
  std::string out;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    out += listed_row(table, row, listed, layout);
  }
  const std::size_t count = column_count(table);
  if (listed.size() < count) {
    append_line(out, fmt::format("… {} of {} columns shown", listed.size(), count), layout.indent);
  }
  return out;
}

}  // namespace

std::string render_table(const Table& table, const TableLayout& layout) {
  if (table.rows.empty()) {
    return "";
  }
  const std::size_t count = column_count(table);
  std::vector<TableColumn> columns = {number_column(table.rows.size())};
  std::size_t width = layout.indent;
  for (std::size_t index = 0; index <= count; ++index) {
    columns.back().width = width_of(columns.back());
    width += columns.back().width + (index < count ? kGap.size() : 0);
    if (width > layout.width) {
      return list(table, layout);
    }
    if (index < count) {
      columns.push_back(data_column(table, index));
    }
  }
  return aligned_table(columns, layout);
}

}  // namespace countercheck
