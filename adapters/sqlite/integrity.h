// SQLite's integrity check: a damaged page or an index that misses rows answers a rule's query
// without any error, so nothing is believed before the check has passed.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>

#include "adapters/result.h"
#include "adapters/sqlite/connection.h"
#include "adapters/sqlite/sqlite_source.h"

namespace countercheck::sqlite {

class IntegrityGuard {
 public:
  explicit IntegrityGuard(SqliteIntegrity mode) : mode_(mode) {}

  // The check of the whole file that the mode asks for; kCorrupt with SQLite's first words.
  [[nodiscard]] Result<IntegrityFacts> check_file(Connection& connection) const;

  // Mode kTables: checks each of these tables (views are passed over; their tables are among the
  // reads) unless that was done. Damage found once is reported again to each later reader.
  [[nodiscard]] Result<Done> check_tables(Connection& connection,
                                          std::span<const std::string> reads);

 private:
  [[nodiscard]] Result<Done> check_table(Connection& connection, const std::string& table);

  SqliteIntegrity mode_;
  // Outcome per table: damage, or nothing for a sound one.
  std::map<std::string, std::optional<SourceError>> checked_;
};

}  // namespace countercheck::sqlite
