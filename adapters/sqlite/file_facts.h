// What the file system says of a database file: named reasons why it cannot be opened, and the
// fingerprint that proves it unchanged.
//
// Nothing here opens the file: closing a descriptor of ours would drop the locks that SQLite holds
// on the same file in this process.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <string>

#include "adapters/result.h"

namespace countercheck::sqlite {

struct FileFacts {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t size_bytes = 0;
  std::int64_t modified_s = 0;
  std::int64_t modified_ns = 0;
  friend bool operator==(const FileFacts&, const FileFacts&) = default;
};

// The absolute path with symbolic links resolved, which is where SQLite looks for the log too.
// Errors name the cause: no such file, a directory, no regular file, zero bytes, no permission.
[[nodiscard]] Result<std::string> canonical_database_path(const std::string& path);

[[nodiscard]] Result<FileFacts> file_facts(const std::string& path);

// An error when a log with content lies beside the file: without it the file is older than the
// database, or half written.
[[nodiscard]] Result<Done> refuse_logs_beside(const std::string& path);

// The change counter in the file's header (bytes 24 to 27), read through SQLite's own descriptor.
[[nodiscard]] Result<std::uint32_t> change_counter(sqlite3* database);

}  // namespace countercheck::sqlite
