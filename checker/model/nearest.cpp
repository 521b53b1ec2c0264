#include "checker/model/nearest.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <vector>

namespace countercheck {

namespace {

// A list longer than this helps nobody.
constexpr std::size_t kListedMax = 40;

// Case and the choice between '-' and '_' are no difference when a near word is looked for.
std::string folded(const std::string& word) {
  std::string result;
  for (const char letter : word) {
    const auto byte = static_cast<unsigned char>(letter);
    result += letter == '-' ? '_' : static_cast<char>(byte < 0x80U ? std::tolower(byte) : byte);
  }
  return result;
}

// Edit distance with insertion, deletion, replacement and the swap of two neighbours, each at the
// price of one, over three rows of the usual table.
std::size_t edit_distance(const std::string& left, const std::string& right) {
  std::vector<std::size_t> before(right.size() + 1);
  std::vector<std::size_t> above(right.size() + 1);
  std::vector<std::size_t> row(right.size() + 1);
  for (std::size_t j = 0; j <= right.size(); ++j) {
    above[j] = j;
  }
  for (std::size_t i = 1; i <= left.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (left[i - 1] == right[j - 1] ? 0U : 1U);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(above);
    above.swap(row);
  }
  return above[right.size()];
}

// How far a typing mistake may lead away from a word of this length.
std::size_t reach_of(const std::string& word) {
  return std::clamp<std::size_t>(word.size() / 3, 1, 3);
}

// The start of a long name counts as a near miss too: "min_pop" for "min_population".
bool is_shortened(const std::string& word, const std::string& name) {
  return word.size() >= 3 && name.size() > word.size() && name.starts_with(word);
}

// The nearest name within reach, the first of several; null when none is near enough for a hint
// that would help.
const std::string* nearest_of(const std::string& word, const std::vector<std::string>& known) {
  const std::string wanted = folded(word);
  const std::string* nearest = nullptr;
  std::size_t best = reach_of(wanted) + 1;
  // Names of very different length cannot be near, which also bounds the work on long input.
  for (const std::string& name : known) {
    const std::string candidate = folded(name);
    const std::size_t longer = std::max(candidate.size(), wanted.size());
    const std::size_t shorter = std::min(candidate.size(), wanted.size());
    if (longer - shorter >= best) {
      continue;
    }
    const std::size_t distance = edit_distance(wanted, candidate);
    if (distance < best) {
      best = distance;
      nearest = &name;
    }
  }
  if (nearest == nullptr) {
    const auto longer = std::find_if(known.begin(), known.end(), [&](const std::string& name) {
      return is_shortened(wanted, folded(name));
    });
    nearest = longer == known.end() ? nullptr : &*longer;
  }
  return nearest;
}

std::string listed(std::vector<std::string> known) {
  std::sort(known.begin(), known.end());
  std::string text;
  for (std::size_t i = 0; i < std::min(known.size(), kListedMax); ++i) {
    text += (i == 0 ? "'" : ", '") + known[i] + "'";
  }
  if (known.size() > kListedMax) {
    text += " and " + std::to_string(known.size() - kListedMax) + " more";
  }
  return text;
}

}  // namespace

std::string nearest_hint(const std::string& word, const std::vector<std::string>& known) {
  const std::string quoted = "'" + word + "'";
  if (known.empty()) {
    return quoted + "; none is known here";
  }
  const std::string* nearest = nearest_of(word, known);
  if (nearest != nullptr) {
    return quoted + "; did you mean '" + *nearest + "'?";
  }
  return quoted + "; known here: " + listed(known);
}

}  // namespace countercheck
