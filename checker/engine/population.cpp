#include "checker/engine/population.h"

#include <charconv>
#include <string_view>

#include "checker/engine/cell_text.h"

namespace countercheck {

namespace {

constexpr std::size_t kSpellingBytesMax = 60;

// Whole numbers only: a decimal such as 12.000, which sum() may give, is one as well.
std::optional<std::uint64_t> whole_number(const CellView& cell) {
  if (cell.kind == CellKind::kInteger) {
    return cell.integer < 0
               ? std::nullopt
               : std::optional<std::uint64_t>(static_cast<std::uint64_t>(cell.integer));
  }
  if (cell.kind != CellKind::kDecimal) {
    return std::nullopt;
  }
  std::string_view digits = cell.text;
  const std::size_t point = digits.find('.');
  if (point != std::string_view::npos) {
    if (digits.find_first_not_of('0', point + 1) != std::string_view::npos) {
      return std::nullopt;
    }
    digits = digits.substr(0, point);
  }
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size()) {
    return std::nullopt;
  }
  return number;
}

}  // namespace

void PopulationReader::columns(std::span<const Column> columns) { columns_ = columns.size(); }

bool PopulationReader::row(std::span<const CellView> cells) {
  ++rows_;
  if (rows_ == 1 && cells.size() == 1) {
    number_ = whole_number(cells.front());
    spelling_ = cell_text(to_value(cells.front(), kSpellingBytesMax)).value_or("NULL");
  }
  return rows_ < 2;
}

Result<std::uint64_t, std::string> PopulationReader::result() const {
  if (columns_ != 1) {
    return "the population query must return one column, not " + std::to_string(columns_);
  }
  if (rows_ != 1) {
    return std::string("the population query must return one row, not ") +
           (rows_ == 0 ? "none" : "several");
  }
  if (!number_) {
    return "the population query must return a whole number, not " + spelling_;
  }
  return *number_;
}

}  // namespace countercheck
