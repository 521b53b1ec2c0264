#include "checker/load/project_loader.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "checker/load/project_keys.h"
#include "checker/load/reading.h"
#include "checker/load/text_file.h"
#include "checker/load/tidy_mistakes.h"
#include "checker/load/toml_file.h"

namespace countercheck {

namespace {

namespace fs = std::filesystem;

constexpr const char* kProjectFile = "countercheck.toml";

// Anything of that name counts, also what cannot be read: to pass over it and to take a project
// further up would be to run other rules than those meant.
bool has_project_file(const fs::path& directory) {
  std::error_code failure;
  const fs::file_status status = fs::symlink_status(directory / kProjectFile, failure);
  return status.type() != fs::file_type::not_found;
}

}  // namespace

std::optional<std::string> find_project_file(const std::string& directory) {
  const fs::path start = directory.empty() ? fs::path(".") : fs::path(directory);
  // Paths stay short where they can: they are the start of every message.
  if (has_project_file(start)) {
    return start == "." ? std::string(kProjectFile) : (start / kProjectFile).string();
  }
  std::error_code failure;
  fs::path at = fs::canonical(start, failure);
  while (!failure && at != at.parent_path()) {
    at = at.parent_path();
    if (has_project_file(at)) {
      return (at / kProjectFile).string();
    }
  }
  return std::nullopt;
}

Result<Project, Mistakes> load_project(const std::string& file) {
  Project project;
  project.file = file;
  project.directory = fs::path(file).parent_path().string();
  if (project.directory.empty()) {
    project.directory = ".";
  }
  Mistakes mistakes;
  auto text = read_text_file(file, kTomlBytesMax);
  if (!text) {
    mistakes.push_back({{file, 0, 0}, "the project file " + text.error().reason});
    return mistakes;
  }
  const auto parsed = parse_toml(file, std::move(text).value(), mistakes);
  if (parsed) {
    read_project(Reading{*parsed, mistakes, nullptr}, project);
  }
  if (!mistakes.empty()) {
    return tidy(std::move(mistakes));
  }
  return project;
}

}  // namespace countercheck
