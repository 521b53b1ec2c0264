// The keys of one source in the project file.
#pragma once

#include <toml++/toml.h>

#include <map>
#include <string>
#include <vector>

#include "checker/load/reading.h"
#include "checker/model/project.h"

namespace countercheck {

// Reads the table of a source; relative paths start at `directory`.
[[nodiscard]] SourceDeclaration read_source_table(const Entry& entry, const toml::table& table,
                                                  const std::string& directory);

// The names of the keys of "source" and "fresh".
[[nodiscard]] std::map<std::string, std::vector<std::string>> source_key_names();

// A path as the project file names it, seen from where the program runs.
[[nodiscard]] std::string join_path(const std::string& directory, const std::string& path);

}  // namespace countercheck
