// A SQLite database file, opened read only and proved unchanged.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "adapters/source.h"

namespace countercheck {

enum class SqliteIntegrity : std::uint8_t {
  kFull,    // integrity_check of the whole file in open()
  kTables,  // integrity_check of each table before the first query that reads it
  kQuick,   // quick_check of the whole file in open()
  kOff,
};

struct SqliteOptions {
  std::string path;   // exactly this file; never a URI
  bool live = false;  // in use: a -wal or -journal beside it is read, one read transaction
  SqliteIntegrity integrity = SqliteIntegrity::kFull;
  std::chrono::milliseconds busy_timeout = std::chrono::seconds(10);
};

[[nodiscard]] std::unique_ptr<Source> make_sqlite_source(SqliteOptions options);

}  // namespace countercheck
