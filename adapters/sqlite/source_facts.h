// The texts by which a report names a SQLite source and its snapshot.
#pragma once

#include <chrono>
#include <string>

#include "adapters/result.h"
#include "adapters/source.h"
#include "adapters/sqlite/connection.h"
#include "adapters/sqlite/end_check.h"

namespace countercheck::sqlite {

// UTC, ISO 8601 with milliseconds: 2026-02-17T03:04:05.678Z.
[[nodiscard]] std::string utc_text(std::chrono::system_clock::time_point moment);

// All facts but the integrity's. `taken` is when the snapshot was fixed.
[[nodiscard]] Result<SourceFacts> describe_source(const Connection& connection,
                                                  const OpenRequest& request,
                                                  const Fingerprint& fingerprint,
                                                  std::chrono::system_clock::time_point taken);

}  // namespace countercheck::sqlite
