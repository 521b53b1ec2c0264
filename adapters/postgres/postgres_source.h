// A Postgres database: one exporter that holds the snapshot and workers that import it.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "adapters/source.h"

namespace countercheck {

struct PostgresOptions {
  std::string target;  // libpq connection string or URI, environment already expanded
  std::vector<std::string> search_path = {"public"};
  std::size_t connections = 2;  // workers
  std::string time_zone = "UTC";
  std::map<std::string, std::string> settings;  // planner and memory settings only
  std::chrono::milliseconds max_snapshot_age = std::chrono::hours(2);
  std::chrono::milliseconds lock_timeout = std::chrono::seconds(30);
  bool row_security = false;       // true: rows filtered by a policy are accepted
  std::vector<std::string> begin;  // statements run first in every transaction
};

[[nodiscard]] std::unique_ptr<Source> make_postgres_source(PostgresOptions options);

// The settings that `settings` may name, sorted: planner and memory, nothing that changes an
// answer.
[[nodiscard]] bool is_allowed_setting(const std::string& name);

}  // namespace countercheck
