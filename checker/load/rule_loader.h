// Rule files to Rules: strict, all mistakes at once, each with its place.
#pragma once

#include <string>
#include <vector>

#include "adapters/result.h"
#include "checker/model/mistake.h"
#include "checker/model/rule.h"

namespace countercheck {

// Loads files and folders (every *.toml below them, hidden ones aside, in sorted order).
// `places[i]` is where paths[i] was named, for the mistake of a path that does not exist or holds
// no rule; may be empty. The rules come sorted by id. Checked here: keys, types, values, duplicate
// ids (also after case folding), two rules sharing one SQL file, size and presence of SQL. Not
// checked here: whether sources exist (see check_sources) and the SQL itself.
[[nodiscard]] Result<std::vector<Rule>, Mistakes> load_rules(const std::vector<std::string>& paths,
                                                             const std::vector<Place>& places);

// Mistakes for each rule that names a source not among `names`, with the nearest one.
[[nodiscard]] Mistakes check_sources(const std::vector<Rule>& rules,
                                     const std::vector<std::string>& names);

}  // namespace countercheck
