// Compares the tables that were read as the snapshot shows them with what they are at the end.
//
// A snapshot keeps rows still, but not everything: TRUNCATE, a rewrite or DROP remove the old rows
// for every reader, and which table a name or a partition tree stands for is read from the live
// catalog, not from the snapshot. Rows read in between may then be missing without an error.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "adapters/postgres/catalog.h"
#include "adapters/postgres/connection_string.h"
#include "adapters/postgres/exporter.h"
#include "adapters/source.h"

namespace countercheck {

// One relation, as far as it may not change.
struct RelationState {
  std::string name;
  std::string kind;
  std::string file_node;
  std::string parents;   // oids of the tables that it is a child or partition of
  std::string policies;  // row security and its policies
  std::string rules;     // a view's definition
  std::string columns;   // by number: name, type, whether it may be NULL
  std::string proofs;    // constraints and unique indexes, which the planner takes for granted
};

using RelationStates = std::map<std::uint32_t, RelationState>;

// What happened to the relations between two moments. `asked` are the relations that were read;
// the states also hold their partitions and children. A child's change is a finding on every
// relation of `asked` that it belongs to at either moment, whether or not it was read itself: one
// that vanished was never read, and that is the damage.
[[nodiscard]] std::vector<EndFinding> compare_states(std::span<const Relation> asked,
                                                     const RelationStates& before,
                                                     const RelationStates& after);

struct EndOptions {
  const ConnectionTarget& target;
  const SnapshotFacts& snapshot;
  const std::atomic<bool>& interrupt;
};

// `catalog` asks the exporter; the present is asked on a connection of its own. Only an
// interruption is an error: whatever else goes wrong is a finding.
[[nodiscard]] Result<std::vector<EndFinding>> check_end(std::span<const Relation> reads,
                                                        Catalog& catalog,
                                                        const EndOptions& options);

}  // namespace countercheck
