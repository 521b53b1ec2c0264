// What state_query() answered: the part that must not change, and what was locked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "adapters/postgres/libpq_handles.h"

namespace countercheck {

struct TransactionState {
  std::vector<std::string> names;
  std::vector<std::string> values;  // one for each name
  std::vector<std::uint32_t> locked_relations;
  bool has_advisory_lock = false;
};

[[nodiscard]] TransactionState read_transaction_state(const ResultHandle& answer);

// The name of the first part that differs; absent when nothing does.
[[nodiscard]] std::optional<std::string> find_difference(const TransactionState& before,
                                                         const TransactionState& after);

}  // namespace countercheck
