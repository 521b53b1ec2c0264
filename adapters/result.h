// A value or the reason why there is none. Expected failures of a source travel as values: driver
// exceptions stop inside the adapter.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace countercheck {

enum class SourceErrorKind {
  kInternal,          // a broken promise inside the adapter; never expected
  kUnreachable,       // no such file, no such host, refused connection, wrong password
  kNotADatabase,      // the file is there and is not a database, or an empty one
  kCorrupt,           // damaged pages, missing index entries
  kChanged,           // the database changed under a snapshot that should have kept it still
  kSql,               // the engine refuses the statement: syntax, unknown table or column
  kRefused,           // the statement is not one read-only SELECT; it was not run
  kData,              // the statement broke off on the rows: division by zero, overflow, bad cast
  kTimeout,           // the rule's time limit
  kLocked,            // a lock that was not granted in time
  kMissingPrivilege,  // the role may not read what the rule asks for
  kRowSecurity,       // a policy would hide rows
  kLostConnection,    // the server ended the session
  kSnapshotGone,  // the snapshot is too old or was cancelled (max_snapshot_age, standby recovery)
  kInterrupted,   // cancelled on request (signal)
};

struct SourceError {
  SourceErrorKind kind = SourceErrorKind::kInternal;
  std::string message;  // one sentence, without secrets; the engine's own words where it has any
  std::string code;     // SQLSTATE or SQLite's result code, as text; "" where there is none
  // Where in the statement as it was sent, in bytes from 0; absent where the engine does not say.
  std::optional<std::size_t> position;
};

// Value or error. Reading the wrong half is a programming error.
template <typename T, typename E = SourceError>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(E error) : state_(std::in_place_index<1>, std::move(error)) {}

  [[nodiscard]] bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  [[nodiscard]] const T& value() const& { return std::get<0>(state_); }
  [[nodiscard]] T& value() & { return std::get<0>(state_); }
  [[nodiscard]] T&& value() && { return std::get<0>(std::move(state_)); }
  [[nodiscard]] const E& error() const& { return std::get<1>(state_); }
  [[nodiscard]] E&& error() && { return std::get<1>(std::move(state_)); }

 private:
  std::variant<T, E> state_;
};

// The value of a Result that carries nothing but success.
struct Done {};

}  // namespace countercheck
