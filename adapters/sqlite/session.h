// Runs rule text on the shared connection.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "adapters/source.h"
#include "adapters/sqlite/connection.h"
#include "adapters/sqlite/integrity.h"
#include "adapters/sqlite/statement.h"

namespace countercheck::sqlite {

class SqliteSession final : public Session {
 public:
  SqliteSession(std::shared_ptr<Connection> connection, std::shared_ptr<IntegrityGuard> integrity);

  Result<QueryReport> run(const Query& query, const QueryLimits& limits, RowSink& sink) override;
  Result<std::vector<Column>> describe(const Query& query, const QueryLimits& limits) override;
  void cancel() noexcept override;

 private:
  [[nodiscard]] Result<PreparedRule> prepare(const Query& query);
  [[nodiscard]] Result<PreparedRule> prepare_and_bind(const Query& query);
  [[nodiscard]] Result<Done> stream(sqlite3_stmt* statement, RowSink& sink);
  [[nodiscard]] SourceError step_error(int code);

  std::shared_ptr<Connection> connection_;
  std::shared_ptr<IntegrityGuard> integrity_;
  std::atomic<bool> cancelled_{false};
};

}  // namespace countercheck::sqlite
