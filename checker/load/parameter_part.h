// What the parameters of a rule add to the list of known keys.
#pragma once

#include <string>
#include <vector>

namespace countercheck {

[[nodiscard]] std::vector<std::string> parameter_key_names();

}  // namespace countercheck
