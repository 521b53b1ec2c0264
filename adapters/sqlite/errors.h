// SQLite's result codes as errors of a source.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <string>

#include "adapters/result.h"

namespace countercheck::sqlite {

// What was under way: the same code means different things to the person who reads it.
enum class Step : std::uint8_t { kOpen, kPrepare, kRows };

// The error that `database` remembers of its last call. `code` is the extended result code.
[[nodiscard]] SourceError last_error(sqlite3* database, int code, Step step);

// An error of our own, which has no code of SQLite's.
[[nodiscard]] SourceError own_error(SourceErrorKind kind, std::string message);

}  // namespace countercheck::sqlite
