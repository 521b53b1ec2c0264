// Receives the violations of one rule as they stream: counts all, sums the impact, keeps samples.
// Memory does not grow with the number of rows.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "adapters/source.h"
#include "checker/engine/fingerprint.h"
#include "checker/engine/impact_sum.h"
#include "checker/engine/sample_heap.h"
#include "checker/model/rule.h"

namespace countercheck {

// SQL folds the letter case of names; a secret must not slip through because of it.
[[nodiscard]] bool is_same_name(const std::string& left, const std::string& right);

// Where in a row of the result the rule's columns stand.
struct ColumnPositions {
  std::vector<std::size_t> key;       // all columns when the rule names none
  std::vector<std::size_t> redacted;  // every column of a redacted name
  std::optional<std::size_t> impact;
  std::optional<std::size_t> unit;
  std::vector<std::pair<std::size_t, std::string>> shown;  // --key: position and wanted text
  bool can_show = true;  // false: a --key column that this rule does not return
};

// Finds the columns that the rule names. The error says which one is missing, or ambiguous because
// two columns of the result have that name.
[[nodiscard]] Result<ColumnPositions, std::string> find_columns(
    const Rule& rule, const std::vector<Column>& columns,
    const std::map<std::string, std::string>& shown_keys);

// What a collector needs to know; everything pointed to outlives it.
struct CollectorOptions {
  const Rule* rule = nullptr;
  std::size_t samples = 0;
  const std::map<std::string, std::string>* shown_keys = nullptr;
  const Fingerprinter* fingerprinter = nullptr;
};

class ViolationCollector final : public RowSink {
 public:
  explicit ViolationCollector(const CollectorOptions& options);

  void columns(std::span<const Column> columns) override;
  bool row(std::span<const CellView> cells) override;

  [[nodiscard]] std::uint64_t count() const { return count_; }
  // Violations that --key selects; equals count() without --key.
  [[nodiscard]] std::uint64_t matching() const { return matching_; }
  [[nodiscard]] const std::vector<Column>& result_columns() const { return columns_; }
  [[nodiscard]] const ColumnPositions& positions() const { return positions_; }
  // Why the rows cannot be read as the rule file says; "" when they can. The query ends early then.
  [[nodiscard]] const std::string& problem() const { return problem_; }
  [[nodiscard]] const ImpactSum& impact() const { return impact_; }
  [[nodiscard]] std::vector<SampleRow> take_samples() { return samples_.take(); }

 private:
  [[nodiscard]] bool is_shown(std::span<const CellView> cells) const;
  [[nodiscard]] std::optional<Decimal> add_impact(std::span<const CellView> cells);

  CollectorOptions options_;
  std::vector<Column> columns_;
  ColumnPositions positions_;
  std::string problem_;
  std::uint64_t count_ = 0;
  std::uint64_t matching_ = 0;
  ImpactSum impact_;
  SampleHeap samples_;
};

}  // namespace countercheck
