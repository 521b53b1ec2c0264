// Proof that the file is at the end what it was at the start.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "adapters/result.h"
#include "adapters/source.h"
#include "adapters/sqlite/connection.h"
#include "adapters/sqlite/file_facts.h"

namespace countercheck::sqlite {

struct Fingerprint {
  FileFacts file;
  std::uint32_t change_counter = 0;
};

// `file` was taken before the database was opened, so that a change in between is seen as well.
[[nodiscard]] Result<Fingerprint> take_fingerprint(const Connection& connection,
                                                   const FileFacts& file);

// What of the file must stay as it was. Under a write-ahead log a checkpoint may write pages into
// it that our snapshot does not see; then only its identity counts.
enum class Stillness : std::uint8_t { kWholeFile, kIdentity };

// Empty when the file at `path` is still the same and unchanged; else one finding for the source.
[[nodiscard]] std::vector<EndFinding> compare_with_start(const Connection& connection,
                                                         const std::string& path,
                                                         const Fingerprint& start,
                                                         Stillness stillness);

}  // namespace countercheck::sqlite
