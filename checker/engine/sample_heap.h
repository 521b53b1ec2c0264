// Keeps the few rows that a report shows, out of any number that stream by.
//
// Which rows are kept depends on the rows alone, never on the order in which they arrive, because
// that order is the plan's business. The best rows are those with the largest absolute impact (rows
// without one last); among equals, and where there is no impact, those with the smallest key.
//
// Keys are compared column by column: numbers by exact value (-Infinity first, then Infinity and
// NaN after all others), then text by its bytes, then bytes, NULL last. If keys are equal all
// columns decide, and then their spelling (10.5 before 10.50). Of text longer than `cell_bytes_max`
// the first so many bytes are compared, then the full size, then a 64-bit hash of all of it.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "adapters/value.h"
#include "checker/engine/fingerprint.h"
#include "checker/model/decimal.h"

namespace countercheck {

struct KeptSample;  // private to sample_heap.cpp

struct SampleRow {
  std::vector<Value> values;  // what may be shown: redacted columns hold fingerprints
  std::optional<Decimal> impact;
  // The values behind the fingerprints, by position, to look up the rows behind a sample with and
  // for nothing else. May be cut.
  std::map<std::size_t, Value> hidden;
};

class SampleHeap {
 public:
  // Keeps at most `capacity` rows (0 works) and of each cell at most `cell_bytes_max` bytes, apart
  // from numbers that are longer.
  SampleHeap(std::size_t capacity, std::size_t cell_bytes_max);
  SampleHeap(SampleHeap&& other) noexcept;
  SampleHeap& operator=(SampleHeap&& other) noexcept;
  ~SampleHeap();

  // Positions of the key columns; empty: all columns decide in their order. Before any offer().
  void set_key(std::vector<std::size_t> positions);

  // Columns whose values are fingerprints of the whole value in SampleRow::values (kText; NULL
  // stays NULL). They still take part in the order by their raw values. The impact is not redacted.
  // Before any offer(); the fingerprinter must outlive the heap.
  void set_redacted(std::vector<std::size_t> positions, const Fingerprinter* fingerprinter);

  // All rows must have the same number of columns, and the positions above must be among them;
  // otherwise std::logic_error. A row that is not kept costs one comparison.
  void offer(std::span<const CellView> row, const std::optional<Decimal>& impact);

  // The kept rows, best first. Leaves the heap empty.
  [[nodiscard]] std::vector<SampleRow> take();

 private:
  void demand_shape(std::size_t columns);
  void keep(std::span<const CellView> row, KeptSample& place) const;
  [[nodiscard]] Value release(KeptSample& sample, std::size_t column) const;
  [[nodiscard]] bool is_redacted(std::size_t column) const;

  std::size_t capacity_;
  std::size_t cell_bytes_max_;
  std::vector<std::size_t> key_;
  std::vector<std::size_t> redacted_;
  const Fingerprinter* fingerprinter_ = nullptr;
  std::optional<std::size_t> columns_;  // known from the first row on
  std::vector<KeptSample> rows_;        // a heap with the worst row in front
};

}  // namespace countercheck
