#include "adapters/sqlite/errors.h"

#include <cstddef>
#include <utility>

namespace countercheck::sqlite {

namespace {

constexpr int kPrimaryCodeMask = 0xff;

// A read-only handle meets SQLITE_READONLY either because the file needs a repair that would write
// (while opening) or because a statement tries to write.
SourceErrorKind read_only_kind(Step step) {
  return step == Step::kOpen ? SourceErrorKind::kUnreachable : SourceErrorKind::kRefused;
}

SourceErrorKind kind_of_io_error(int code) {
  const bool damaged = code == SQLITE_IOERR_SHORT_READ || code == SQLITE_IOERR_CORRUPTFS;
  return damaged ? SourceErrorKind::kCorrupt : SourceErrorKind::kUnreachable;
}

// SQLITE_ERROR and all codes without a meaning of their own.
SourceErrorKind general_kind(Step step) {
  switch (step) {
    case Step::kOpen:
      return SourceErrorKind::kUnreachable;
    case Step::kPrepare:
      return SourceErrorKind::kSql;
    case Step::kRows:
      return SourceErrorKind::kData;
  }
  return SourceErrorKind::kInternal;
}

SourceErrorKind kind_of(int code, Step step) {
  switch (code & kPrimaryCodeMask) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return SourceErrorKind::kLocked;
    case SQLITE_CORRUPT:
      return SourceErrorKind::kCorrupt;
    case SQLITE_NOTADB:
      return SourceErrorKind::kNotADatabase;
    case SQLITE_INTERRUPT:
      return SourceErrorKind::kInterrupted;
    case SQLITE_AUTH:
      return SourceErrorKind::kRefused;
    case SQLITE_READONLY:
      return read_only_kind(step);
    case SQLITE_IOERR:
      return kind_of_io_error(code);
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      return SourceErrorKind::kUnreachable;
    case SQLITE_MISUSE:
      return SourceErrorKind::kInternal;
    default:
      return general_kind(step);
  }
}

// What a person can do about it, where SQLite's own words do not say.
std::string cure_of(int code) {
  if (code == SQLITE_READONLY_ROLLBACK) {
    return ": a hot journal lies beside it, left by a crashed writer; open it once with a program "
           "that may write, so that the half-done transaction is rolled back";
  }
  const int primary = code & kPrimaryCodeMask;
  if (primary == SQLITE_READONLY || primary == SQLITE_CANTOPEN) {
    return ": its log cannot be read without write access to the folder, or the file cannot be "
           "opened";
  }
  if (primary == SQLITE_BUSY || primary == SQLITE_LOCKED) {
    return ": another process holds a lock and did not release it in time";
  }
  return "";
}

}  // namespace

SourceError last_error(sqlite3* database, int code, Step step) {
  SourceError error;
  error.kind = kind_of(code, step);
  error.message = database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(code);
  if (step == Step::kOpen || error.kind == SourceErrorKind::kLocked) {
    error.message += cure_of(code);
  }
  error.code = std::to_string(code);
  const int offset = database != nullptr ? sqlite3_error_offset(database) : -1;
  if (step == Step::kPrepare && offset >= 0) {
    error.position = static_cast<std::size_t>(offset);
  }
  return error;
}

SourceError own_error(SourceErrorKind kind, std::string message) {
  return {kind, std::move(message), "", std::nullopt};
}

}  // namespace countercheck::sqlite
