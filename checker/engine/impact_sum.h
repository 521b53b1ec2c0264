// Adds up what the violations of one rule cost, exactly and apart for each unit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "checker/model/decimal.h"
#include "checker/model/run_result.h"

namespace countercheck {

// Units are never mixed: pounds and euros in one sum would be a number that means nothing. Memory
// is bounded by the number of units. When there are more, the first kUnitsMax in bytewise order
// are kept, whatever the order of the rows, and the amounts of the others are counted as dropped.
class ImpactSum {
 public:
  static constexpr std::size_t kUnitsMax = 1'000;

  void add(std::string_view unit, const Decimal& amount);

  // An impact that was NULL, NaN, infinite or no number.
  void add_unreadable();

  // Sorted by unit. The texts are complete sums unless unreadable() or dropped_units() is not 0.
  [[nodiscard]] std::vector<ImpactResult> results() const;

  [[nodiscard]] std::uint64_t unreadable() const { return unreadable_; }

  // How many amounts (rows, not units) are in no sum because their unit is beyond the limit.
  [[nodiscard]] std::uint64_t dropped_units() const { return dropped_; }

 private:
  struct Sums {
    Decimal sizes;
    Decimal signed_sum;
    std::uint64_t amounts = 0;
  };

  Sums* sums_of(std::string_view unit);

  std::map<std::string, Sums, std::less<>> units_;
  std::uint64_t unreadable_ = 0;
  std::uint64_t dropped_ = 0;
};

}  // namespace countercheck
