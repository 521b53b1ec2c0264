#include "checker/engine/impact_sum.h"

#include <iterator>
#include <string>

namespace countercheck {

void ImpactSum::add(std::string_view unit, const Decimal& amount) {
  Sums* const sums = sums_of(unit);
  if (sums == nullptr) {
    ++dropped_;
    return;
  }
  sums->signed_sum += amount;
  if (amount.is_negative()) {
    sums->sizes -= amount;
  } else {
    sums->sizes += amount;
  }
  ++sums->amounts;
}

void ImpactSum::add_unreadable() { ++unreadable_; }

// Null if the unit is beyond the limit. When the map is full, a unit that sorts before its last
// one takes that one's place. The last unit only ever moves down, so a unit once turned away never
// comes back with half a sum, and those that stay have been there since their first amount.
ImpactSum::Sums* ImpactSum::sums_of(std::string_view unit) {
  const auto found = units_.find(unit);
  if (found != units_.end()) {
    return &found->second;
  }
  if (units_.size() >= kUnitsMax) {
    const auto last = std::prev(units_.end());
    if (unit > last->first) {
      return nullptr;
    }
    dropped_ += last->second.amounts;
    units_.erase(last);
  }
  return &units_.try_emplace(std::string(unit)).first->second;
}

std::vector<ImpactResult> ImpactSum::results() const {
  std::vector<ImpactResult> results;
  results.reserve(units_.size());
  for (const auto& [unit, sums] : units_) {
    results.push_back({unit, sums.sizes.to_text(), sums.signed_sum.to_text()});
  }
  return results;
}

}  // namespace countercheck
