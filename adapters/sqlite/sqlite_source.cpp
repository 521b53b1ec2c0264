#include "adapters/sqlite/sqlite_source.h"

#include <atomic>
#include <cstddef>
#include <utility>

#include "adapters/sqlite/connection.h"
#include "adapters/sqlite/end_check.h"
#include "adapters/sqlite/errors.h"
#include "adapters/sqlite/file_facts.h"
#include "adapters/sqlite/integrity.h"
#include "adapters/sqlite/session.h"
#include "adapters/sqlite/shell_command.h"
#include "adapters/sqlite/source_facts.h"
#include "adapters/sqlite/writers.h"

namespace countercheck {

namespace {

using sqlite::Connection;
using sqlite::IntegrityGuard;

class SqliteSource final : public Source {
 public:
  explicit SqliteSource(SqliteOptions options)
      : options_(std::move(options)),
        connection_(std::make_shared<Connection>()),
        integrity_(std::make_shared<IntegrityGuard>(options_.integrity)) {}

  Result<SourceFacts> open() override;
  void cancel() noexcept override;
  [[nodiscard]] std::size_t sessions_max() const override { return 1; }
  Result<std::unique_ptr<Session>> session() override;
  Result<std::vector<FunctionFacts>> functions(std::span<const std::string> names) override;
  Result<std::vector<EndFinding>> verify_end(std::span<const Relation> reads) override;
  [[nodiscard]] std::string shell_command(const Query& query) const override;

 private:
  [[nodiscard]] Result<sqlite::FileFacts> inspect_path();
  [[nodiscard]] Result<Done> judge_stillness();
  [[nodiscard]] Result<SourceFacts> open_steps();

  SqliteOptions options_;
  std::string path_;  // canonical, once open() has begun
  std::shared_ptr<Connection> connection_;
  std::shared_ptr<IntegrityGuard> integrity_;
  sqlite::Fingerprint start_;
  sqlite::Stillness stillness_ = sqlite::Stillness::kWholeFile;
  std::atomic<bool> cancelled_{false};
  bool opened_ = false;
};

Result<sqlite::FileFacts> SqliteSource::inspect_path() {
  Result<std::string> path = sqlite::canonical_database_path(options_.path);
  if (!path) {
    return path.error();
  }
  path_ = std::move(path).value();
  // The fingerprint comes first: a writer that starts after the look for logs changes the file
  // later than this.
  Result<sqlite::FileFacts> file = sqlite::file_facts(path_);
  if (file && !options_.live) {
    const Result<Done> alone = sqlite::refuse_logs_beside(path_);
    if (!alone) {
      return alone.error();
    }
  }
  return file;
}

// A live database without a write-ahead log stands still while our read lock lasts; with one, a
// checkpoint by others may write to the file.
Result<Done> SqliteSource::judge_stillness() {
  if (!options_.live) {
    return Done{};
  }
  const Result<std::int64_t> uses_log = sqlite::own_integer(
      connection_->database.get(), "SELECT journal_mode = 'wal' FROM pragma_journal_mode");
  if (!uses_log) {
    return uses_log.error();
  }
  if (uses_log.value() != 0) {
    stillness_ = sqlite::Stillness::kIdentity;
    return Done{};
  }
  // A commit between the first look and our read lock is part of the snapshot.
  const Result<sqlite::FileFacts> file = sqlite::file_facts(path_);
  if (!file) {
    return file.error();
  }
  start_.file = file.value();
  return Done{};
}

Result<SourceFacts> SqliteSource::open() {
  const std::lock_guard<std::mutex> lock(connection_->mutex);
  connection_->watch.start(std::chrono::milliseconds(0), &cancelled_);
  Result<SourceFacts> facts = open_steps();
  // A wait for a lock that is cancelled ends as "locked"; the cancellation is the reason.
  if (cancelled_) {
    return sqlite::own_error(SourceErrorKind::kInterrupted, "interrupted");
  }
  opened_ = facts.ok();
  return facts;
}

Result<SourceFacts> SqliteSource::open_steps() {
  const Result<sqlite::FileFacts> file = inspect_path();
  if (!file) {
    return file.error();
  }
  const sqlite::OpenRequest request{path_, options_.live, options_.busy_timeout};
  const Result<Done> connected = sqlite::open_connection(*connection_, request);
  if (!connected) {
    return connected.error();
  }
  if (!options_.live) {
    const Result<Done> alone = sqlite::refuse_writers(*connection_, path_);
    if (!alone) {
      return alone.error();
    }
  }
  const auto taken = std::chrono::system_clock::now();
  const Result<sqlite::Fingerprint> start = sqlite::take_fingerprint(*connection_, file.value());
  if (!start) {
    return start.error();
  }
  start_ = start.value();
  const Result<Done> judged = judge_stillness();
  if (!judged) {
    return judged.error();
  }
  Result<SourceFacts> facts = sqlite::describe_source(*connection_, request, start_, taken);
  Result<IntegrityFacts> integrity = integrity_->check_file(*connection_);
  if (!facts || !integrity) {
    return facts ? integrity.error() : facts.error();
  }
  facts.value().integrity = std::move(integrity).value();
  return facts;
}

void SqliteSource::cancel() noexcept {
  cancelled_ = true;
  connection_->interrupt();
}

Result<std::unique_ptr<Session>> SqliteSource::session() {
  if (!opened_) {
    return sqlite::own_error(SourceErrorKind::kInternal, "the source is not open");
  }
  return std::unique_ptr<Session>(std::make_unique<sqlite::SqliteSession>(connection_, integrity_));
}

Result<std::vector<FunctionFacts>> SqliteSource::functions(std::span<const std::string> /*names*/) {
  return std::vector<FunctionFacts>{};
}

Result<std::vector<EndFinding>> SqliteSource::verify_end(std::span<const Relation> /*reads*/) {
  const std::lock_guard<std::mutex> lock(connection_->mutex);
  if (!opened_) {
    return sqlite::own_error(SourceErrorKind::kInternal, "the source is not open");
  }
  if (!options_.live) {
    const Result<Done> alone = sqlite::refuse_writers(*connection_, path_);
    if (!alone) {
      return std::vector<EndFinding>{{std::nullopt, alone.error().message}};
    }
  }
  return sqlite::compare_with_start(*connection_, path_, start_, stillness_);
}

std::string SqliteSource::shell_command(const Query& query) const {
  return sqlite::shell_command(path_.empty() ? options_.path : path_, query);
}

}  // namespace

std::unique_ptr<Source> make_sqlite_source(SqliteOptions options) {
  return std::make_unique<SqliteSource>(std::move(options));
}

}  // namespace countercheck
