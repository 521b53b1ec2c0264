#include "adapters/sqlite/file_facts.h"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "adapters/sqlite/errors.h"

namespace countercheck::sqlite {

namespace {

SourceError unreachable(const std::string& path, std::string_view reason) {
  return own_error(SourceErrorKind::kUnreachable, path + ": " + std::string(reason));
}

bool has_content(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && status.st_size > 0;
}

// The named reasons that need no database engine.
Result<Done> inspect_file(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    return unreachable(path, std::strerror(errno));
  }
  if (S_ISDIR(status.st_mode)) {
    return unreachable(path, "is a directory, not a database file");
  }
  // A pipe would hang in open().
  if (!S_ISREG(status.st_mode)) {
    return unreachable(path, "is not a regular file");
  }
  if (status.st_size == 0) {
    return own_error(SourceErrorKind::kNotADatabase, path + ": has zero bytes");
  }
  if (::access(path.c_str(), R_OK) != 0) {
    return unreachable(path, std::strerror(errno));
  }
  return Done{};
}

}  // namespace

Result<std::string> canonical_database_path(const std::string& path) {
  // The system would look at the part before the NUL: another file.
  if (path.empty() || path.find('\0') != std::string::npos) {
    return own_error(SourceErrorKind::kUnreachable, "the path of the database is not a path");
  }
  std::error_code code;
  const std::string canonical = std::filesystem::canonical(path, code).string();
  if (code == std::errc::no_such_file_or_directory || code == std::errc::not_a_directory) {
    return unreachable(path, "no such file");
  }
  if (code) {
    return unreachable(path, code.message());
  }
  const Result<Done> inspected = inspect_file(canonical);
  if (!inspected) {
    return inspected.error();
  }
  return canonical;
}

Result<FileFacts> file_facts(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    return unreachable(path, std::strerror(errno));
  }
  FileFacts facts;
  facts.device = status.st_dev;
  facts.inode = status.st_ino;
  facts.size_bytes = status.st_size;
  facts.modified_s = status.st_mtim.tv_sec;
  facts.modified_ns = status.st_mtim.tv_nsec;
  return facts;
}

Result<Done> refuse_logs_beside(const std::string& path) {
  for (const char* suffix : {"-wal", "-journal"}) {
    if (has_content(path + suffix)) {
      return unreachable(path, "a " + std::string(suffix) +
                                   " lies beside it, so the database is in use or a writer "
                                   "crashed, and the file alone is not its newest state; set "
                                   "live = true, or copy it by the backup API or VACUUM INTO");
    }
  }
  return Done{};
}

Result<std::uint32_t> change_counter(sqlite3* database) {
  constexpr sqlite3_int64 kCounterOffset = 24;
  constexpr std::uint32_t kByteBits = 8;
  sqlite3_file* file = nullptr;
  const int found = sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (found != SQLITE_OK || file == nullptr || file->pMethods == nullptr) {
    return own_error(SourceErrorKind::kInternal, "SQLite does not give its file away");
  }
  std::array<unsigned char, 4> bytes{};
  const int code =
      file->pMethods->xRead(file, bytes.data(), static_cast<int>(bytes.size()), kCounterOffset);
  if (code != SQLITE_OK) {
    return own_error(SourceErrorKind::kCorrupt, "the header of the database cannot be read");
  }
  std::uint32_t counter = 0;
  for (const unsigned char byte : bytes) {
    counter = (counter << kByteBits) | byte;
  }
  return counter;
}

}  // namespace countercheck::sqlite
