// What the engine knows of a database: read only, one snapshot, rows streamed under limits.
//
// A Source is opened once. All its sessions see one and the same snapshot. A session is used by
// one thread at a time, except for cancel(), which any thread may call at any moment. Nothing that
// an adapter does writes to the database or beside it.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/result.h"
#include "adapters/value.h"

namespace countercheck {

enum class Dialect : std::uint8_t { kPostgres, kSqlite };

// How a parameter is bound. kColumn: as the type of the result column that it came from.
enum class BindType : std::uint8_t {
  kText,
  kInteger,
  kDecimal,
  kDate,
  kTimestamp,
  kBoolean,
  kColumn
};

// One bound value. A NULL is bound as a typed NULL. Dates are spelled YYYY-MM-DD, timestamps
// YYYY-MM-DD HH:MM:SS[.ffffff]±HH:MM for Postgres and without the offset (the project's own time
// zone) for SQLite, booleans are the integers 0 and 1.
struct Binding {
  std::string name;  // without the colon
  BindType type = BindType::kText;
  std::uint32_t type_oid = 0;  // kColumn only
  Value value;
};

// One statement of a rule. Postgres: `sql` has $1 … $n and bindings are in that order.
// SQLite: `sql` is the rule's own text and bindings are matched by name.
struct Query {
  std::string sql;
  std::vector<Binding> bindings;
};

// Receives the rows of one query. columns() comes once, before the first row, also when there are
// none. row() returns false to end the query early, which is then no error.
class RowSink {
 public:
  RowSink() = default;
  RowSink(const RowSink&) = delete;
  RowSink& operator=(const RowSink&) = delete;
  virtual ~RowSink() = default;

  virtual void columns(std::span<const Column> columns) = 0;
  virtual bool row(std::span<const CellView> cells) = 0;
};

// Time limit of one query; the time a RowSink takes does not count. Zero is no limit.
struct QueryLimits {
  std::chrono::milliseconds timeout{0};
};

// A table, view or file that a query really touched, by its full name ("billing.charges").
struct Relation {
  std::string name;
  std::uint32_t oid = 0;  // Postgres only
  friend bool operator==(const Relation&, const Relation&) = default;
};

// What is known of a query that ran to its end.
struct QueryReport {
  std::vector<Relation> reads;  // sorted by name
  // Why rows may have been hidden from this role although no error was raised (a view that shows
  // each role only its own rows); empty when nothing hides rows.
  std::string blindness;
  double seconds = 0;  // for people; the sink's time excluded
};

class Session {
 public:
  Session() = default;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  virtual ~Session() = default;

  // Runs one statement in the snapshot and leaves no trace of it. On error the rows that the sink
  // has seen so far were real, and the session stays usable unless the error is kLostConnection.
  [[nodiscard]] virtual Result<QueryReport> run(const Query& query, const QueryLimits& limits,
                                                RowSink& sink) = 0;

  // The columns that a statement would return, without running it. Within the same limits: it may
  // have to wait for a lock.
  [[nodiscard]] virtual Result<std::vector<Column>> describe(const Query& query,
                                                             const QueryLimits& limits) = 0;

  // Ends the running statement soon, which then reports kInterrupted. Safe from any thread; every
  // later run() reports kInterrupted as well.
  virtual void cancel() noexcept = 0;
};

// The outcome of SQLite's integrity check; mode "none" for engines without one.
struct IntegrityFacts {
  std::string mode = "none";  // full, quick, tables, off, none
  bool ok = false;
  std::string message;
  double seconds = 0;
};

// What the report says of a source.
struct SourceFacts {
  Dialect dialect = Dialect::kSqlite;
  std::string target;       // where it is, without secrets
  std::string server;       // engine and version; for Postgres also primary or standby with its lag
  std::string role;         // the role that reads; "" for SQLite
  std::string snapshot;     // the engine's own name of the snapshot
  std::string strength;     // exported, single, immutable, transaction
  std::string taken;        // UTC, ISO 8601 with milliseconds
  std::string search_path;  // Postgres only
  std::chrono::system_clock::time_point
      now{};  // the source's own clock when the snapshot was taken
  IntegrityFacts integrity;
  std::vector<std::string> warnings;  // what was ignored or is worth knowing; without secrets
};

// A function that rule text names, as the live catalog knows it. One entry per overload.
struct FunctionFacts {
  std::string schema;
  std::string name;
  char volatility = 'v';  // i, s or v
  bool builtin = false;   // came with the server, in pg_catalog
};

// Something that broke the snapshot's promise between start and end.
struct EndFinding {
  // The relation that was read, as it was given to verify_end(), also when it was a partition or
  // child of it that changed; absent: the whole source.
  std::optional<Relation> relation;
  std::string reason;
};

class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  // Takes the snapshot. Called once, before anything else.
  [[nodiscard]] virtual Result<SourceFacts> open() = 0;

  // Ends what open() or verify_end() is doing soon, which then reports kInterrupted. Safe from any
  // thread, and before either of them has begun.
  virtual void cancel() noexcept {}

  // How many sessions may be at work at once; at least 1.
  [[nodiscard]] virtual std::size_t sessions_max() const = 0;

  // A session on the snapshot. May be called again after a session was lost, from any thread.
  [[nodiscard]] virtual Result<std::unique_ptr<Session>> session() = 0;

  // The catalog's facts about functions of these names (unqualified), in every schema that an
  // unqualified call could reach and in those named by qualified ones. Empty for SQLite, whose
  // authorizer judges functions itself.
  [[nodiscard]] virtual Result<std::vector<FunctionFacts>> functions(
      std::span<const std::string> names) = 0;

  // The operators ("schema.name") outside of the engine's own that an unqualified operator in rule
  // text could mean, those of installed extensions left out. Empty for engines without such things.
  [[nodiscard]] virtual Result<std::vector<std::string>> user_operators() {
    return std::vector<std::string>{};
  }

  // Compares the end with the start. Called once, after the last query; an empty list is proof
  // that every row that was read belongs to the snapshot.
  [[nodiscard]] virtual Result<std::vector<EndFinding>> verify_end(
      std::span<const Relation> reads) = 0;

  // The shell command that shows the rows of a statement, values written in, for a person to
  // paste; never run by countercheck. Holds no password.
  [[nodiscard]] virtual std::string shell_command(const Query& query) const = 0;
};

}  // namespace countercheck
