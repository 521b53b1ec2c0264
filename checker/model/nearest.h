// A word that nobody knows, and the one that was perhaps meant.
#pragma once

#include <string>
#include <vector>

namespace countercheck {

// "'misspelt'; did you mean '…'?" for the nearest of `known`, or a list of them when none is near.
// For every layer that reports an unknown word.
[[nodiscard]] std::string nearest_hint(const std::string& word,
                                       const std::vector<std::string>& known);

}  // namespace countercheck
