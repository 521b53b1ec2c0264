// What the live catalog says: names of types and relations, facts about functions. Shared by the
// sessions of a source; asks through the exporter's connection and remembers the answers.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "adapters/postgres/connection.h"
#include "adapters/result.h"
#include "adapters/source.h"

namespace countercheck {

// Safe for any number of threads.
class Catalog {
 public:
  // `exporter` must outlive the catalog, and its transaction must stand in a savepoint of
  // kSavepoint, to which every question returns.
  explicit Catalog(Connection& exporter) : exporter_(exporter) {}

  // Fills in type_name for every column.
  [[nodiscard]] Result<Done> name_types(std::vector<Column>& columns);

  // The name of a type for a cast that keeps every value whole, if it is known already: a plain
  // "character" would be character(1).
  [[nodiscard]] std::optional<std::string> known_cast_name(std::uint32_t type_oid) const;

  // Tables, views, materialized views, foreign tables and sequences among these relations, sorted
  // by name; indexes and the like are left out. The names are of now, not of the snapshot: by them
  // the rule found its tables.
  [[nodiscard]] Result<std::vector<Relation>> relations(std::span<const std::uint32_t> oids);

  // The first view among these that itself calls a function which shows each role only its own
  // sessions, and that function: "public.v (pg_stat_get_activity)"; "" when none does.
  [[nodiscard]] Result<std::string> statistics_view(std::span<const Relation> relations);

  [[nodiscard]] Result<std::vector<FunctionFacts>> functions(std::span<const std::string> names);

  // Operators outside of pg_catalog that an unqualified use could mean, "schema.name", sorted.
  // Those of extensions are left out: citext alone would put a second "=" beside every rule's.
  [[nodiscard]] Result<std::vector<std::string>> user_operators();

  // Runs a query of ours on the exporter, in its snapshot.
  [[nodiscard]] Result<ResultHandle> ask(const std::string& sql);

 private:
  [[nodiscard]] Result<ResultHandle> ask_locked(const std::string& sql);
  [[nodiscard]] Result<Done> learn_types(const std::vector<Column>& columns);
  [[nodiscard]] Result<Done> learn_relations(std::span<const std::uint32_t> oids);

  Connection& exporter_;
  mutable std::mutex mutex_;
  std::map<std::uint32_t, std::string> types_;
  std::map<std::uint32_t, std::string> casts_;
  std::map<std::uint32_t, std::string> relations_;  // "" for what is not reported
};

// The savepoint that every transaction of ours stands in.
inline constexpr char kSavepoint[] = "countercheck";

// "1,2,3", or "0" for none: for ARRAY[…].
[[nodiscard]] std::string oid_list(std::span<const std::uint32_t> oids);

}  // namespace countercheck
