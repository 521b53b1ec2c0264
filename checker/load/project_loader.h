// countercheck.toml to a Project: strict, all mistakes at once, each with its place.
#pragma once

#include <optional>
#include <string>

#include "adapters/result.h"
#include "checker/model/project.h"

namespace countercheck {

// The countercheck.toml in `directory` or the nearest one above it.
[[nodiscard]] std::optional<std::string> find_project_file(const std::string& directory);

[[nodiscard]] Result<Project, Mistakes> load_project(const std::string& file);

}  // namespace countercheck
