#include "checker/load/rule_paths.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "checker/load/text_file.h"
#include "checker/model/nearest.h"

namespace countercheck {

namespace {

namespace fs = std::filesystem;

struct Collection {
  Mistakes& mistakes;
  std::vector<std::string> files;
  // One file named twice is loaded once; under two names it is two packs.
  std::set<std::pair<FileIdentity, std::string>> seen;
  std::set<FileIdentity> folders;  // links between folders may form a ring
};

std::string lowered(std::string text) {
  for (char& letter : text) {
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return text;
}

// A link to nothing has no identity; it is kept, and refused when it is read.
void add_file(const fs::path& path, Collection& collection) {
  const auto identity = identify(path.string());
  if (!identity || collection.seen.emplace(*identity, path.filename().string()).second) {
    collection.files.push_back(path.string());
  }
}

// Sorted, because the order in which a file system lists names differs from machine to machine.
std::vector<fs::path> entries_of(const fs::path& folder, Collection& collection) {
  std::vector<fs::path> entries;
  std::error_code failure;
  fs::directory_iterator at(folder, failure);
  while (!failure && at != fs::directory_iterator()) {
    entries.push_back(at->path());
    at.increment(failure);
  }
  if (failure) {
    collection.mistakes.push_back(
        {{folder.string(), 0, 0}, "this folder cannot be read: " + failure.message()});
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

// True when there was at least one rule file in the folder or below, whether new or not.
bool add_folder(const fs::path& folder, Collection& collection) {
  const auto identity = identify(folder.string());
  if (!identity || !collection.folders.insert(*identity).second) {
    return identity.has_value();
  }
  bool found = false;
  for (const fs::path& entry : entries_of(folder, collection)) {
    std::error_code failure;
    if (entry.filename().string().starts_with(".")) {
      continue;
    }
    if (fs::is_directory(entry, failure)) {
      found = add_folder(entry, collection) || found;
    } else if (entry.extension() == ".toml") {
      add_file(entry, collection);
      found = true;
    } else if (lowered(entry.extension().string()) == ".toml") {
      collection.mistakes.push_back(
          {{entry.string(), 0, 0}, "this would not be loaded: a rule file's name ends in .toml"});
      found = true;
    }
  }
  return found;
}

// The names beside a path that does not exist, for a hint at the one that was meant.
std::string absence_of(const fs::path& path) {
  const fs::path parent =
      path.has_filename() ? path.parent_path() : path.parent_path().parent_path();
  const std::string name =
      path.has_filename() ? path.filename().string() : path.parent_path().filename().string();
  std::vector<std::string> beside;
  std::error_code failure;
  fs::directory_iterator at(parent.empty() ? fs::path(".") : parent, failure);
  while (!failure && at != fs::directory_iterator()) {
    beside.push_back(at->path().filename().string());
    at.increment(failure);
  }
  const std::string start = "the path '" + path.string() + "' does not exist";
  const std::string hint = beside.empty() ? "" : nearest_hint(name, beside);
  const std::size_t near = hint.find("; did you mean");
  return near == std::string::npos ? start : start + hint.substr(near);
}

// Dispatches on what the path is; a path that cannot be looked at is a mistake of its own.
void add_path(const std::string& path, const Place& place, Collection& collection) {
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (status.type() == fs::file_type::not_found) {
    collection.mistakes.push_back({place, absence_of(path)});
  } else if (status.type() == fs::file_type::none) {
    collection.mistakes.push_back(
        {place, "the path '" + path + "' cannot be read: " + failure.message()});
  } else if (status.type() != fs::file_type::directory) {
    add_file(path, collection);
  } else if (!add_folder(path, collection)) {
    collection.mistakes.push_back({place, "the folder '" + path + "' holds no rule file (*.toml)"});
  }
}

}  // namespace

std::vector<std::string> collect_rule_files(const std::vector<std::string>& paths,
                                            const std::vector<Place>& places, Mistakes& mistakes) {
  Collection collection{mistakes, {}, {}, {}};
  if (paths.empty()) {
    mistakes.push_back({{}, "no rule file or folder is named"});
  }
  for (std::size_t i = 0; i < paths.size(); ++i) {
    add_path(paths[i], i < places.size() ? places[i] : Place{}, collection);
  }
  return std::move(collection.files);
}

}  // namespace countercheck
