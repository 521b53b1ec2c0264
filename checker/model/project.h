// The project file as its author wrote it, with defaults filled in.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "adapters/source.h"
#include "checker/model/mistake.h"
#include "checker/model/rule.h"

namespace countercheck {

enum class IntegrityMode : std::uint8_t { kFull, kQuick, kOff };

// `fresh`: the newest row must not be older than `within` by the source's clock.
struct FreshDeclaration {
  SqlText sql;
  std::chrono::milliseconds within{0};
  Place place;
};

struct SourceDeclaration {
  std::string name;
  Place place;
  Dialect dialect = Dialect::kSqlite;
  // SQLite: a path, relative to the project file unless absolute (already joined, but for one that
  // starts with ${NAME}: that one is joined with the project's directory after it is expanded).
  // Postgres: a libpq connection string or URI. Both may still hold ${NAME}.
  std::string target;
  Place target_place;
  bool expand_target = true;  // false: from the command line, where the shell has done so
  std::optional<FreshDeclaration> fresh;

  // Postgres only.
  std::vector<std::string> search_path = {"public"};
  std::size_t connections = 2;
  std::chrono::milliseconds statement_timeout = std::chrono::minutes(10);
  std::map<std::string, std::string> settings;
  std::chrono::milliseconds max_snapshot_age = std::chrono::hours(2);
  std::optional<std::string> row_security;  // the reason why filtered rows are enough
  std::vector<std::string> begin;

  // SQLite only.
  bool live = false;
  IntegrityMode integrity = IntegrityMode::kFull;
};

struct Project {
  std::string file;                 // "" when there is none
  std::string directory;            // of the file; relative paths start there
  std::vector<std::string> rules;   // files or folders, already joined with `directory`
  std::vector<Place> rules_places;  // one for each entry of `rules`
  std::string time_zone = "UTC";
  Place time_zone_place;
  std::string fingerprint_key;  // may still hold ${NAME}; "" when absent
  Place fingerprint_key_place;
  std::vector<SourceDeclaration> sources;  // sorted by name
};

}  // namespace countercheck
