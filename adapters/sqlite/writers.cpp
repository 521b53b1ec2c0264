#include "adapters/sqlite/writers.h"

#include <sqlite3.h>
#include <sys/stat.h>

#include "adapters/sqlite/errors.h"

namespace countercheck::sqlite {

namespace {

sqlite3_file* file_of(const Connection& connection) {
  sqlite3_file* file = nullptr;
  const int found =
      sqlite3_file_control(connection.database.get(), "main", SQLITE_FCNTL_FILE_POINTER, &file);
  return found == SQLITE_OK && file != nullptr && file->pMethods != nullptr ? file : nullptr;
}

// The header says 2 for a database that keeps its newest commits in a log beside it.
bool is_in_wal_mode(sqlite3_file* file) {
  constexpr sqlite3_int64 kReadVersionOffset = 19;
  constexpr unsigned char kWal = 2;
  unsigned char version = 0;
  return file->pMethods->xRead(file, &version, 1, kReadVersionOffset) == SQLITE_OK &&
         version == kWal;
}

bool has_second_name(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && status.st_nlink > 1;
}

}  // namespace

Result<Done> refuse_writers(const Connection& connection, const std::string& path) {
  sqlite3_file* file = file_of(connection);
  if (file == nullptr) {
    return own_error(SourceErrorKind::kInternal, "SQLite does not give its file away");
  }
  int reserved = 0;
  // Asks the system without taking a lock. Whoever writes holds this lock, whatever its journal.
  const int asked = file->pMethods->xCheckReservedLock(file, &reserved);
  if (asked != SQLITE_OK || reserved != 0) {
    return own_error(SourceErrorKind::kLocked,
                     path +
                         ": a writer is at work on it, so the file may hold what was never "
                         "committed; set live = true, or copy it by the backup API or VACUUM INTO");
  }
  if (is_in_wal_mode(file) && has_second_name(path)) {
    return own_error(SourceErrorKind::kUnreachable,
                     path +
                         ": is in WAL mode and has a second name (a hard link), beside which "
                         "its newest commits may lie; copy it by the backup API or VACUUM INTO");
  }
  return Done{};
}

}  // namespace countercheck::sqlite
