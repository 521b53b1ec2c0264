// A worker: imports the exporter's snapshot and runs the statements of rules on it.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "adapters/postgres/catalog.h"
#include "adapters/postgres/connection.h"
#include "adapters/postgres/exporter.h"
#include "adapters/postgres/postgres_source.h"
#include "adapters/postgres/stream.h"
#include "adapters/postgres/transaction_state.h"
#include "adapters/source.h"

namespace countercheck {

// Where a session stands. All references must outlive it.
struct SessionPlace {
  const ConnectionTarget& target;
  const PostgresOptions& options;
  const SnapshotFacts& snapshot;
  const std::atomic<bool>& interrupt;  // of the source, beside the session's own
};

class PostgresSession : public Session {
 public:
  // `catalog` must outlive the session.
  PostgresSession(const SessionPlace& place, Catalog& catalog);

  // Connects and imports the snapshot. Called once before anything else; later losses are made good
  // by run() itself as long as the exporter lives.
  [[nodiscard]] Result<Done> connect();

  [[nodiscard]] Result<QueryReport> run(const Query& query, const QueryLimits& limits,
                                        RowSink& sink) override;
  [[nodiscard]] Result<std::vector<Column>> describe(const Query& query,
                                                     const QueryLimits& limits) override;
  void cancel() noexcept override;

 private:
  [[nodiscard]] Result<Done> prepare(const Query& query);
  [[nodiscard]] Result<Done> import_snapshot(Connection& connection);
  [[nodiscard]] Result<Done> prove_snapshot(Connection& connection);
  [[nodiscard]] Result<Done> limit_on_server(std::chrono::milliseconds timeout);
  [[nodiscard]] Result<QueryReport> conclude(const Query& query, StatementStream& stream,
                                             const StreamOutcome& outcome,
                                             const QueryLimits& limits);
  [[nodiscard]] SourceError cut_error(Cut cut, const QueryLimits& limits) const;
  [[nodiscard]] Result<QueryReport> prove_and_roll_back(const Query& query);
  [[nodiscard]] Result<Done> roll_back();
  [[nodiscard]] Result<std::vector<Column>> describe_prepared(const Query& query,
                                                              SteadyTime deadline);
  [[nodiscard]] SteadyTime snapshot_end() const;
  void drop();

  const ConnectionTarget& target_;
  const PostgresOptions& options_;
  const SnapshotFacts& snapshot_;
  const std::atomic<bool>& source_interrupted_;
  Catalog& catalog_;
  std::string state_query_;
  TransactionState baseline_;  // right after set-up
  std::chrono::milliseconds server_limit_{0};
  std::atomic<bool> interrupted_ = false;
  // Guards the pointer against a cancel() from another thread while it is replaced.
  std::mutex connection_mutex_;
  std::shared_ptr<Connection> connection_;
};

}  // namespace countercheck
