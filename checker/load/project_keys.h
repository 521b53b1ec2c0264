// The keys of the project file.
#pragma once

#include <string>
#include <vector>

#include "checker/load/reading.h"
#include "checker/model/project.h"

namespace countercheck {

// Reads the whole project file into `project`, whose file and directory are set already.
void read_project(const Reading& in, Project& project);

[[nodiscard]] std::vector<std::string> project_key_names();

}  // namespace countercheck
