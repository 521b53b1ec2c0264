// Signs of a writer that an immutable connection, which takes no locks, would not notice.
#pragma once

#include <string>

#include "adapters/result.h"
#include "adapters/sqlite/connection.h"

namespace countercheck::sqlite {

// An error when another process holds a write lock on the file: its pages may be uncommitted. Also
// when the file is in WAL mode and has a second name (a hard link), beside which its log may lie.
// For connections that are not live.
[[nodiscard]] Result<Done> refuse_writers(const Connection& connection, const std::string& path);

}  // namespace countercheck::sqlite
