// The psql call that shows the rows of a statement to a person. For display; never run by us.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "adapters/source.h"

namespace countercheck {

struct ShellTarget {
  // psql's connection options, e.g. {"host", "db1"}; without a password.
  std::vector<std::pair<std::string, std::string>> connection;
  std::string role;         // taken on after the login; "" when it is the login's own
  std::string search_path;  // as SQL
  std::string time_zone;
};

// Name of a type by its number, or nothing when it is not known.
using TypeNamer = std::function<std::optional<std::string>(std::uint32_t)>;

// "" when a value was cut for display, since the command would then show other rows.
[[nodiscard]] std::string psql_command(const ShellTarget& target, const Query& query,
                                       const TypeNamer& type_name);

}  // namespace countercheck
