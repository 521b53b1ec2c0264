// Databases to read and a sink that remembers, for the tests of the SQLite adapter.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "adapters/source.h"
#include "adapters/sqlite/sqlite_source.h"

struct sqlite3;

namespace countercheck::test {

// A folder of its own, removed at the end.
class TempFolder {
 public:
  TempFolder();
  ~TempFolder();
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }
  // Names of all entries with their sizes and a digest of their bytes: equal before and after
  // means that nothing was written or created.
  [[nodiscard]] std::vector<std::string> listing() const;

 private:
  std::filesystem::path path_;
};

[[nodiscard]] std::string read_file(const std::string& path);
void write_file(const std::string& path, const std::string& bytes);

// A writer on a database, as the program that owns it would be.
class Writer {
 public:
  explicit Writer(const std::string& path);
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  void run(const std::string& sql);

 private:
  sqlite3* database_ = nullptr;
};

// Creates a database by script; nothing stays open.
void make_database(const std::string& path, const std::string& script);

// charge(charge_id, acct, day, item, cents) with one duplicate of (acct, day, item) and one
// negative amount among `rows` rows.
[[nodiscard]] std::string charges_script(int rows);

struct RememberingSink final : RowSink {
  std::vector<Column> names;
  std::vector<std::vector<Value>> rows;
  std::size_t rows_max = static_cast<std::size_t>(-1);
  std::function<void()> on_row;
  int columns_calls = 0;

  void columns(std::span<const Column> columns) override;
  bool row(std::span<const CellView> cells) override;
};

struct Outcome {
  Result<QueryReport> report;
  std::vector<Column> columns;
  std::vector<std::vector<Value>> rows;
};

// An opened source with one session; the test fails if it does not open.
struct OpenSource {
  explicit OpenSource(SqliteOptions options);
  [[nodiscard]] Outcome run(const std::string& sql, std::vector<Binding> bindings = {});

  std::unique_ptr<Source> source;
  SourceFacts facts;
  std::unique_ptr<Session> session;
};

[[nodiscard]] SqliteOptions options_for(const std::string& path);

// The error of opening; the test fails if it opens.
[[nodiscard]] SourceError open_error(const SqliteOptions& options);

// The error of a statement; the test fails if it runs.
[[nodiscard]] SourceError run_error(OpenSource& source, const std::string& sql);

[[nodiscard]] std::vector<std::string> names_of(const std::vector<Relation>& relations);

}  // namespace countercheck::test
