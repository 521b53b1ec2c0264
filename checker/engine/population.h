// Reads a rule's population: one row, one whole number that is not negative.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "adapters/source.h"

namespace countercheck {

class PopulationReader final : public RowSink {
 public:
  void columns(std::span<const Column> columns) override;
  bool row(std::span<const CellView> cells) override;

  // After the query ended: the number, or why there is none.
  [[nodiscard]] Result<std::uint64_t, std::string> result() const;

 private:
  std::size_t columns_ = 0;
  std::uint64_t rows_ = 0;
  std::optional<std::uint64_t> number_;
  std::string spelling_;  // what stood there instead of a number
};

}  // namespace countercheck
