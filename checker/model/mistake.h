// Mistakes in the files that a user wrote, each with the place to mend.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <vector>

namespace countercheck {

// A place in a text file. Lines and columns count from 1, columns in characters; line 0 means the
// file as a whole, and an empty file the command line.
struct Place {
  std::string file;
  std::size_t line = 0;
  std::size_t column = 0;
  friend auto operator<=>(const Place&, const Place&) = default;
};

// "file:line:column", or less where less is known.
[[nodiscard]] std::string to_text(const Place& place);

struct Mistake {
  Place place;
  std::string message;  // what is wrong and what to write instead
  friend auto operator<=>(const Mistake&, const Mistake&) = default;
};

using Mistakes = std::vector<Mistake>;

// "file:line:column: message".
[[nodiscard]] std::string to_text(const Mistake& mistake);

}  // namespace countercheck
