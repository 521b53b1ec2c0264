#include "adapters/postgres/transaction_state.h"

#include <libpq-fe.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "adapters/postgres/connection.h"

namespace countercheck {
namespace {

void read_locks(std::string_view list, TransactionState& state) {
  while (!list.empty()) {
    const std::string_view word = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), word.size() + 1));
    std::uint32_t oid = 0;
    if (std::from_chars(word.data(), word.data() + word.size(), oid).ec == std::errc()) {
      state.locked_relations.push_back(oid);
    } else {
      state.has_advisory_lock = true;
    }
  }
}

}  // namespace

TransactionState read_transaction_state(const ResultHandle& answer) {
  TransactionState state;
  const int last = PQnfields(answer.get()) - 1;
  for (int column = 0; column < last; ++column) {
    state.names.emplace_back(PQfname(answer.get(), column));
    state.values.push_back(cell_text(answer, 0, column));
  }
  read_locks(cell_text(answer, 0, last), state);
  return state;
}

std::optional<std::string> find_difference(const TransactionState& before,
                                           const TransactionState& after) {
  if (before.names != after.names || before.names.empty()) {
    return "the answer about the transaction";
  }
  for (std::size_t at = 0; at < before.values.size(); ++at) {
    if (before.values[at] != after.values[at]) {
      return before.names[at];
    }
  }
  return std::nullopt;
}

}  // namespace countercheck
