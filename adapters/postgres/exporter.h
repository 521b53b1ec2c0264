// The connection that takes the snapshot and holds it for the sessions. It runs no rule.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "adapters/postgres/connection.h"
#include "adapters/postgres/connection_string.h"
#include "adapters/postgres/postgres_source.h"
#include "adapters/result.h"
#include "adapters/source.h"

namespace countercheck {

// What a session needs to stand on the same snapshot of the same server under the same settings.
struct SnapshotFacts {
  std::string id;              // for SET TRANSACTION SNAPSHOT
  std::string identity_query;  // one row, one text: server, database, role, snapshot
  std::string identity;        // the exporter's answer
  std::string server_query;    // the same without the snapshot
  std::string server;
  std::string login;  // the role that logged in; another may read in its place
  std::vector<std::pair<std::string, std::string>> settings;
  SteadyTime taken;
  bool is_superuser = false;
  bool reads_statistics = false;  // member of pg_read_all_stats
};

struct Exporter {
  std::unique_ptr<Connection> connection;
  SnapshotFacts snapshot;
  SourceFacts facts;
};

// Connects, pins the settings, takes and exports the snapshot. The transaction is left in the
// savepoint kSavepoint. `interrupt` must outlive the exporter.
[[nodiscard]] Result<Exporter> export_snapshot(const ConnectionTarget& target,
                                               const PostgresOptions& options,
                                               const std::atomic<bool>& interrupt);

// The statements that begin any transaction of ours: BEGIN, then the user's own.
[[nodiscard]] Result<Done> begin_transaction(Connection& connection,
                                             const std::vector<std::string>& begin);

}  // namespace countercheck
