// From the files and folders that a user names to the rule files in them.
#pragma once

#include <string>
#include <vector>

#include "checker/model/mistake.h"

namespace countercheck {

// Every rule file once, in the order of the paths and sorted within a folder. Hidden files and
// folders below a named one are left aside; everything else that might hold rules and cannot be
// read is a mistake, never passed over. `places` as for load_rules().
[[nodiscard]] std::vector<std::string> collect_rule_files(const std::vector<std::string>& paths,
                                                          const std::vector<Place>& places,
                                                          Mistakes& mistakes);

}  // namespace countercheck
