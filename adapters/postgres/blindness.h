// Views that show each role only what it may see, without an error: zero rows there prove nothing.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "adapters/source.h"

namespace countercheck {

struct RoleFacts {
  std::string name;
  bool is_superuser = false;
  bool reads_statistics = false;  // member of pg_read_all_stats
};

// Why a statement that read these relations may have been shown less than there is, and the cure;
// "" when nothing was hidden. `sql` is searched for the functions behind the statistics views,
// which take no lock; a mention in a comment errs on the safe side.
[[nodiscard]] std::string find_blindness(std::span<const Relation> reads, std::string_view sql,
                                         const RoleFacts& role);

}  // namespace countercheck
