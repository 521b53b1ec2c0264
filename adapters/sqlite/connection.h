// The one connection that all sessions of a source share, with its guards.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

#include "adapters/result.h"
#include "adapters/sqlite/authorizer.h"
#include "adapters/sqlite/catalog.h"
#include "adapters/sqlite/handle.h"
#include "adapters/sqlite/run_watch.h"

namespace countercheck::sqlite {

struct Connection {
  std::mutex mutex;  // held by whoever uses anything below; one statement at a time
  Authorizer authorizer;
  RunWatch watch;
  Catalog catalog;
  // Last, so that it closes before the guards go whose addresses it knows.
  DatabaseHandle database;

  // What cancel() may interrupt from any thread without the mutex; null while nothing is open.
  std::atomic<sqlite3*> interruptible{nullptr};

  void interrupt() noexcept {
    if (sqlite3* running = interruptible.load()) {
      sqlite3_interrupt(running);
    }
  }
};

struct OpenRequest {
  std::string path;  // canonical
  bool live = false;
  std::chrono::milliseconds busy_timeout{0};
};

// Opens exactly that file read only, switches off what can write or guess, begins the read
// transaction and fixes its snapshot by a first read. Live: as SQLite reads a database in use.
// Otherwise: immutable, without locks and without a look at any log. The caller has started the
// watch and keeps `connection` alive.
[[nodiscard]] Result<Done> open_connection(Connection& connection, const OpenRequest& request);

// The file: URI that names exactly this path as immutable. For tests.
[[nodiscard]] std::string immutable_uri(const std::string& canonical_path);

// Runs one statement of our own and drops its rows.
[[nodiscard]] Result<Done> run_own(sqlite3* database, const char* sql);

// The single integer of a statement of our own.
[[nodiscard]] Result<std::int64_t> own_integer(sqlite3* database, const char* sql);

}  // namespace countercheck::sqlite
