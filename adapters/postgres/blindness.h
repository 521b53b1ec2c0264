// Views that show each role only what it may see, without an error: zero rows there prove nothing.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "adapters/postgres/catalog.h"
#include "adapters/result.h"
#include "adapters/source.h"

namespace countercheck {

struct RoleFacts {
  std::string name;
  bool is_superuser = false;
  bool reads_statistics = false;  // member of pg_read_all_stats
};

// Why a statement that read these relations may have been shown less than there is, and the cure;
// "" when nothing was hidden. The views are searched for the functions behind the statistics views,
// which take no lock, and so is `sql`, but only as a second wall: its text can spell a name in more
// ways than one, and the parse-tree guard is what refuses these functions there. A mention in a
// comment errs on the safe side.
[[nodiscard]] Result<std::string> find_blindness(std::span<const Relation> reads,
                                                 std::string_view sql, const RoleFacts& role,
                                                 Catalog& catalog);

}  // namespace countercheck
