#include "checker/engine/sample_heap.h"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace countercheck {

namespace {

// Where a number stands among numbers. Those beyond Decimal's limits can't be compared by value.
enum class NumberClass : std::uint8_t { kMinusInfinity, kFinite, kInfinity, kNan, kUnreadable };

struct Number {
  NumberClass number_class = NumberClass::kUnreadable;
  Decimal value;  // meaningful for kFinite only
};

Number read_number(CellKind kind, std::int64_t integer, std::string_view text) {
  if (kind == CellKind::kInteger) {
    return {NumberClass::kFinite, Decimal::from_integer(integer)};
  }
  if (std::optional<Decimal> value = Decimal::parse(text)) {
    return {NumberClass::kFinite, std::move(*value)};
  }
  // Postgres writes "Infinity", SQLite and C "Inf" in either case.
  const bool negative = text.starts_with('-');
  const char first = text.size() > (negative ? 1U : 0U) ? text[negative ? 1 : 0] : '\0';
  if (first == 'I' || first == 'i') {
    return {negative ? NumberClass::kMinusInfinity : NumberClass::kInfinity, {}};
  }
  return {first == 'N' || first == 'n' ? NumberClass::kNan : NumberClass::kUnreadable, {}};
}

// FNV-1a. It only tells apart cut texts that begin alike and are equally long.
std::uint64_t hash_of(std::string_view text) {
  constexpr std::uint64_t kOffset = 14695981039346656037ULL;
  constexpr std::uint64_t kPrime = 1099511628211ULL;
  std::uint64_t hash = kOffset;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * kPrime;
  }
  return hash;
}

bool is_number(CellKind kind) {
  return kind == CellKind::kInteger || kind == CellKind::kDecimal || kind == CellKind::kReal;
}

// A cell of a kept row. Unlike a Value it knows enough of a text that was cut to compare it.
struct KeptCell {
  CellKind kind = CellKind::kNull;
  std::int64_t integer = 0;
  std::string text;            // the first bytes; cut anywhere, also inside a character
  std::size_t full_size = 0;   // of the whole text
  std::size_t shown_size = 0;  // of `text`, what may be shown without halving a character
  std::uint64_t hash = 0;      // of the whole text, if it was cut
  Number number;               // of kDecimal and kReal, read once
  std::string fingerprint;     // of the whole text, if it was cut and is redacted

  [[nodiscard]] bool is_cut() const { return full_size > text.size(); }
};

// What comparing needs of a cell, whether kept or still in the driver's buffer.
struct CellRef {
  CellKind kind = CellKind::kNull;
  std::int64_t integer = 0;
  std::string_view start;             // at most so many bytes as a kept cell has
  std::size_t full_size = 0;          // of the whole text
  const KeptCell* kept = nullptr;     // of kept cells
  const CellView* offered = nullptr;  // of offered ones

  [[nodiscard]] std::uint64_t hash() const { return kept ? kept->hash : hash_of(offered->text); }
  [[nodiscard]] Number number() const {
    return kept && kind != CellKind::kInteger ? kept->number
                                              : read_number(kind, integer, whole_text());
  }

 private:
  [[nodiscard]] std::string_view whole_text() const { return offered ? offered->text : start; }
};

std::weak_ordering order_texts(const CellRef& left, const CellRef& right) {
  if (const auto starts = left.start <=> right.start; starts != 0) {
    return starts;
  }
  if (const auto sizes = left.full_size <=> right.full_size; sizes != 0) {
    return sizes;
  }
  const bool whole = left.full_size == left.start.size();
  return whole ? std::weak_ordering::equivalent : left.hash() <=> right.hash();
}

std::weak_ordering order_numbers(const CellRef& left, const CellRef& right) {
  if (left.kind == CellKind::kInteger && right.kind == CellKind::kInteger) {
    return left.integer <=> right.integer;
  }
  const Number left_number = left.number();
  const Number right_number = right.number();
  if (left_number.number_class != right_number.number_class) {
    return left_number.number_class <=> right_number.number_class;
  }
  if (left_number.number_class == NumberClass::kFinite) {
    return left_number.value <=> right_number.value;
  }
  const bool unreadable = left_number.number_class == NumberClass::kUnreadable;
  return unreadable ? order_texts(left, right) : std::weak_ordering::equivalent;
}

// Numbers, then text, then bytes, then NULL.
int group_of(CellKind kind) {
  switch (kind) {
    case CellKind::kInteger:
    case CellKind::kDecimal:
    case CellKind::kReal:
      return 0;
    case CellKind::kText:
      return 1;
    case CellKind::kBytes:
      return 2;
    case CellKind::kNull:
      return 3;
  }
  return 3;
}

std::weak_ordering order_values(const CellRef& left, const CellRef& right) {
  const int group = group_of(left.kind);
  if (const auto groups = group <=> group_of(right.kind);
      groups != 0 || left.kind == CellKind::kNull) {
    return groups;
  }
  return is_number(left.kind) ? order_numbers(left, right) : order_texts(left, right);
}

// Tells apart what is equal by value: integer 10, decimal 10 and decimal 10.0.
std::weak_ordering order_spellings(const CellRef& left, const CellRef& right) {
  const auto kinds = left.kind <=> right.kind;
  return kinds != 0 ? kinds : order_texts(left, right);
}

// A row that is still in the driver's buffer.
struct OfferedRow {
  std::span<const CellView> cells;
  std::size_t cell_bytes_max = 0;
  const std::optional<Decimal>& impact;
  std::optional<Decimal> impact_size;

  [[nodiscard]] std::size_t columns() const { return cells.size(); }
  [[nodiscard]] CellRef at(std::size_t column) const {
    const CellView& cell = cells[column];
    const bool has_text = cell.kind != CellKind::kNull && cell.kind != CellKind::kInteger;
    const std::string_view text = has_text ? cell.text : std::string_view();
    return {cell.kind, cell.integer, text.substr(0, cell_bytes_max), text.size(), nullptr, &cell};
  }
};

std::weak_ordering order_impacts(const std::optional<Decimal>& left,
                                 const std::optional<Decimal>& right) {
  if (left && right) {
    return *right <=> *left;
  }
  return right.has_value() <=> left.has_value();
}

template <typename Left, typename Right>
std::weak_ordering order_all_columns(const Left& left, const Right& right, auto order_cells) {
  for (std::size_t column = 0; column < left.columns(); ++column) {
    if (const auto order = order_cells(left.at(column), right.at(column)); order != 0) {
      return order;
    }
  }
  return std::weak_ordering::equivalent;
}

// Less is better. Two rows are equal only if nothing at all tells them apart, since otherwise which
// of them is kept would depend on which came first.
template <typename Left, typename Right>
std::weak_ordering order_rows(const Left& left, const Right& right,
                              const std::vector<std::size_t>& key) {
  if (const auto order = order_impacts(left.impact_size, right.impact_size); order != 0) {
    return order;
  }
  for (const std::size_t column : key) {
    if (const auto order = order_values(left.at(column), right.at(column)); order != 0) {
      return order;
    }
  }
  if (const auto order = order_all_columns(left, right, order_values); order != 0) {
    return order;
  }
  if (const auto order = order_all_columns(left, right, order_spellings); order != 0) {
    return order;
  }
  if (const auto order = order_impacts(left.impact, right.impact); order != 0 || !left.impact) {
    return order;
  }
  return left.impact->scale() <=> right.impact->scale();
}

}  // namespace

struct KeptSample {
  std::vector<KeptCell> cells;
  std::optional<Decimal> impact;
  std::optional<Decimal> impact_size;

  [[nodiscard]] std::size_t columns() const { return cells.size(); }
  [[nodiscard]] CellRef at(std::size_t column) const {
    const KeptCell& cell = cells[column];
    return {cell.kind, cell.integer, cell.text, cell.full_size, &cell, nullptr};
  }
};

SampleHeap::SampleHeap(std::size_t capacity, std::size_t cell_bytes_max)
    : capacity_(capacity), cell_bytes_max_(cell_bytes_max) {}
SampleHeap::SampleHeap(SampleHeap&& other) noexcept = default;
SampleHeap& SampleHeap::operator=(SampleHeap&& other) noexcept = default;
SampleHeap::~SampleHeap() = default;

void SampleHeap::set_key(std::vector<std::size_t> positions) { key_ = std::move(positions); }

void SampleHeap::set_redacted(std::vector<std::size_t> positions,
                              const Fingerprinter* fingerprinter) {
  if (!positions.empty() && fingerprinter == nullptr) {
    throw std::logic_error("redacted columns need a fingerprinter");
  }
  redacted_ = std::move(positions);
  fingerprinter_ = fingerprinter;
}

bool SampleHeap::is_redacted(std::size_t column) const {
  return std::find(redacted_.begin(), redacted_.end(), column) != redacted_.end();
}

void SampleHeap::demand_shape(std::size_t columns) {
  if (!columns_) {
    const auto outside = [columns](std::size_t position) { return position >= columns; };
    if (std::any_of(key_.begin(), key_.end(), outside) ||
        std::any_of(redacted_.begin(), redacted_.end(), outside)) {
      throw std::logic_error("a key or redacted column is not among the columns of the row");
    }
    columns_ = columns;
  }
  if (*columns_ != columns) {
    throw std::logic_error("rows of one result differ in their number of columns");
  }
}

void SampleHeap::offer(std::span<const CellView> row, const std::optional<Decimal>& impact) {
  demand_shape(row.size());
  if (capacity_ == 0) {
    return;
  }
  const OfferedRow offered{row, cell_bytes_max_, impact,
                           impact ? std::optional(impact->abs()) : std::nullopt};
  const auto better = [this](const KeptSample& left, const KeptSample& right) {
    return order_rows(left, right, key_) < 0;
  };
  if (rows_.size() < capacity_) {
    rows_.emplace_back();
  } else if (order_rows(offered, rows_.front(), key_) < 0) {
    std::pop_heap(rows_.begin(), rows_.end(), better);
  } else {
    return;
  }
  KeptSample& place = rows_.back();
  keep(row, place);
  place.impact = impact;
  place.impact_size = offered.impact_size;
  std::push_heap(rows_.begin(), rows_.end(), better);
}

void SampleHeap::keep(std::span<const CellView> row, KeptSample& place) const {
  place.cells.resize(row.size());
  for (std::size_t column = 0; column < row.size(); ++column) {
    const CellView& cell = row[column];
    KeptCell& kept = place.cells[column];
    // to_value knows where a text may be cut; the comparison needs the bytes up to the limit.
    const Value shown = to_value(cell, cell_bytes_max_);
    kept.kind = cell.kind;
    kept.integer = shown.integer;
    kept.full_size = shown.full_size;
    kept.shown_size = shown.text.size();
    const bool has_text = kept.full_size > 0;
    kept.text = has_text ? cell.text.substr(0, cell_bytes_max_) : std::string_view();
    kept.hash = kept.is_cut() ? hash_of(cell.text) : 0;
    const bool has_number = is_number(cell.kind) && cell.kind != CellKind::kInteger;
    kept.number = has_number ? read_number(cell.kind, 0, cell.text) : Number();
    // The rest is about to be lost, so the fingerprint of all of it is due now.
    const bool needs_whole = kept.is_cut() && is_redacted(column);
    kept.fingerprint = needs_whole ? fingerprinter_->of(cell) : std::string();
  }
}

Value SampleHeap::release(KeptSample& sample, std::size_t column) const {
  KeptCell& cell = sample.cells[column];
  if (cell.kind != CellKind::kNull && is_redacted(column)) {
    return text_value(cell.is_cut()
                          ? std::move(cell.fingerprint)
                          : fingerprinter_->of(CellView{cell.kind, cell.integer, cell.text}));
  }
  cell.text.resize(cell.shown_size);
  return {cell.kind, cell.integer, std::move(cell.text), cell.full_size};
}

std::vector<SampleRow> SampleHeap::take() {
  std::sort(rows_.begin(), rows_.end(), [this](const KeptSample& left, const KeptSample& right) {
    return order_rows(left, right, key_) < 0;
  });
  std::vector<SampleRow> samples;
  samples.reserve(rows_.size());
  for (KeptSample& row : rows_) {
    SampleRow sample;
    for (std::size_t column = 0; column < row.columns(); ++column) {
      if (is_redacted(column)) {
        const KeptCell& cell = row.cells[column];
        sample.hidden.emplace(column, Value{cell.kind, cell.integer, cell.text, cell.full_size});
      }
      sample.values.push_back(release(row, column));
    }
    sample.impact = std::move(row.impact);
    samples.push_back(std::move(sample));
  }
  rows_.clear();
  return samples;
}

}  // namespace countercheck
