#include "adapters/sqlite/values.h"

#include <charconv>
#include <cmath>
#include <system_error>

namespace countercheck::sqlite {

namespace {

// Outside of this range a double is spelled with an exponent; inside it people expect 100000 and
// not 1e+05.
constexpr double kFixedMin = 1e-5;
constexpr double kFixedMax = 1e15;

std::string_view bytes_view(const void* data, int size) {
  return {static_cast<const char*>(data), static_cast<std::size_t>(size)};
}

}  // namespace

std::string_view real_text(double number, RealText& buffer) {
  if (std::isinf(number)) {
    return number > 0 ? "Infinity" : "-Infinity";
  }
  const double size = std::fabs(number);
  const bool fixed = size == 0.0 || (size >= kFixedMin && size < kFixedMax);
  const std::to_chars_result end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                    fixed ? std::chars_format::fixed : std::chars_format::scientific);
  if (end.ec != std::errc()) {
    return "NaN";  // unreachable: the buffer holds every spelling; never equal to anything
  }
  return {buffer.data(), static_cast<std::size_t>(end.ptr - buffer.data())};
}

std::vector<Column> columns_of(sqlite3_stmt* statement) {
  std::vector<Column> columns;
  const int count = sqlite3_column_count(statement);
  for (int index = 0; index < count; ++index) {
    const char* name = sqlite3_column_name(statement, index);
    const char* type = sqlite3_column_decltype(statement, index);
    columns.push_back({name != nullptr ? name : "", type != nullptr ? type : "", 0});
  }
  return columns;
}

RowReader::RowReader(sqlite3_stmt* statement) : statement_(statement) {
  const auto count = static_cast<std::size_t>(sqlite3_column_count(statement));
  cells_.resize(count);
  reals_.resize(count);
}

bool RowReader::read() {
  for (std::size_t index = 0; index < cells_.size(); ++index) {
    if (!read_cell(static_cast<int>(index))) {
      return false;
    }
  }
  return true;
}

// Text is asked for before its size, as SQLite may have to convert it from UTF-16 first.
bool RowReader::read_cell(int column) {
  const auto index = static_cast<std::size_t>(column);
  CellView& cell = cells_[index];
  switch (sqlite3_column_type(statement_, column)) {
    case SQLITE_INTEGER:
      cell.kind = CellKind::kInteger;
      cell.integer = sqlite3_column_int64(statement_, column);
      return true;
    case SQLITE_FLOAT:
      cell.kind = CellKind::kReal;
      cell.text = real_text(sqlite3_column_double(statement_, column), reals_[index]);
      return true;
    case SQLITE_TEXT: {
      const unsigned char* text = sqlite3_column_text(statement_, column);
      cell.kind = CellKind::kText;
      cell.text = bytes_view(text, text != nullptr ? sqlite3_column_bytes(statement_, column) : 0);
      return text != nullptr;
    }
    case SQLITE_BLOB: {
      const void* blob = sqlite3_column_blob(statement_, column);
      const int size = sqlite3_column_bytes(statement_, column);
      cell.kind = CellKind::kBytes;
      cell.text = bytes_view(blob, blob != nullptr ? size : 0);
      return blob != nullptr || size == 0;
    }
    default:
      cell = CellView{};
      return true;
  }
}

}  // namespace countercheck::sqlite
