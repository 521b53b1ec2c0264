// One TOML file in memory: its text, its tree, and from each node the place in the text.
#pragma once

#include <toml++/toml.h>

#include <cstddef>
#include <optional>
#include <string>

#include "checker/model/mistake.h"

namespace countercheck {

// Far above any pack of rules; keeps a wrong path (a dump, a log) from filling the memory.
inline constexpr std::size_t kTomlBytesMax = std::size_t{4} * 1024 * 1024;

struct TomlFile {
  std::string name;
  std::string text;
  toml::table root;

  [[nodiscard]] Place place_of(const toml::node& node) const;
  [[nodiscard]] Place place_of(const toml::key& key) const;
};

// Parses `text`; what stands in the way is added to `mistakes`. The parser stops at the first
// error of a file, so there is one mistake at most.
[[nodiscard]] std::optional<TomlFile> parse_toml(const std::string& name, std::string text,
                                                 Mistakes& mistakes);

}  // namespace countercheck
