#include "adapters/value.h"

#include <utility>

namespace countercheck {

namespace {

bool is_utf8_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

// Steps back from a cut inside a character. A run of more than three continuation bytes is no
// UTF-8, so the cut stays where it was.
std::size_t cut_position(std::string_view text, std::size_t size_max) {
  constexpr std::size_t kContinuationBytesMax = 3;
  std::size_t cut = size_max;
  for (std::size_t back = 0; back <= kContinuationBytesMax && cut > 0; ++back) {
    if (!is_utf8_continuation(text[cut])) {
      return cut;
    }
    --cut;
  }
  return size_max;
}

}  // namespace

Value to_value(const CellView& cell, std::size_t size_max) {
  Value value;
  value.kind = cell.kind;
  if (cell.kind == CellKind::kNull) {
    return value;
  }
  if (cell.kind == CellKind::kInteger) {
    value.integer = cell.integer;
    return value;
  }
  value.full_size = cell.text.size();
  const bool fits = cell.text.size() <= size_max;
  value.text = fits ? cell.text : cell.text.substr(0, cut_position(cell.text, size_max));
  return value;
}

CellView view_of(const Value& value) { return {value.kind, value.integer, value.text}; }

Value null_value() { return {}; }

Value integer_value(std::int64_t number) { return {CellKind::kInteger, number, {}, 0}; }

Value decimal_value(std::string text) {
  const std::size_t size = text.size();
  return {CellKind::kDecimal, 0, std::move(text), size};
}

Value text_value(std::string text) {
  const std::size_t size = text.size();
  return {CellKind::kText, 0, std::move(text), size};
}

}  // namespace countercheck
