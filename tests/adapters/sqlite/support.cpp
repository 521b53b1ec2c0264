#include "tests/adapters/sqlite/support.h"

#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "tests/support/catch.h"

namespace countercheck::test {

TempFolder::TempFolder() {
  static std::atomic<int> count{0};
  path_ = std::filesystem::temp_directory_path() /
          ("countercheck-sqlite-" + std::to_string(getpid()) + "-" + std::to_string(++count));
  std::filesystem::create_directories(path_);
}

TempFolder::~TempFolder() {
  std::error_code ignored;  // a folder that stays behind is no reason to fail a test
  std::filesystem::remove_all(path_, ignored);
}

std::vector<std::string> TempFolder::listing() const {
  std::vector<std::string> entries;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) {
    std::string line = entry.path().filename().string();
    if (entry.is_regular_file()) {
      const std::string bytes = read_file(entry.path().string());
      line += " " + std::to_string(bytes.size()) + " " +
              std::to_string(std::hash<std::string>()(bytes));
    }
    entries.push_back(line);
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  REQUIRE(file.good());
}

Writer::Writer(const std::string& path) {
  REQUIRE(sqlite3_open(path.c_str(), &database_) == SQLITE_OK);
}

Writer::~Writer() { sqlite3_close_v2(database_); }

void Writer::run(const std::string& sql) {
  char* message = nullptr;
  const int code = sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, &message);
  INFO(sql << ": " << (message != nullptr ? message : ""));
  sqlite3_free(message);
  REQUIRE(code == SQLITE_OK);
}

void make_database(const std::string& path, const std::string& script) {
  Writer writer(path);
  writer.run(script);
}

std::string charges_script(int rows) {
  const std::string last = std::to_string(rows);
  return "CREATE TABLE charge(charge_id INTEGER PRIMARY KEY, acct TEXT, day TEXT, item TEXT, cents "
         "INTEGER);"
         "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " +
         last +
         ") INSERT INTO charge SELECT i, 'a' || i, '2026-02-17', 'base', 500 FROM n;"
         "UPDATE charge SET acct = 'a1' WHERE charge_id = 2;"
         "UPDATE charge SET cents = -1 WHERE charge_id = " +
         last + ";";
}

void RememberingSink::columns(std::span<const Column> columns) {
  ++columns_calls;
  names.assign(columns.begin(), columns.end());
}

bool RememberingSink::row(std::span<const CellView> cells) {
  std::vector<Value> row;
  for (const CellView& cell : cells) {
    row.push_back(to_value(cell, 1U << 20U));
  }
  rows.push_back(std::move(row));
  if (on_row) {
    on_row();
  }
  return rows.size() < rows_max;
}

OpenSource::OpenSource(SqliteOptions options) : source(make_sqlite_source(std::move(options))) {
  Result<SourceFacts> opened = source->open();
  INFO((opened ? "" : opened.error().message));
  REQUIRE(opened.ok());
  facts = std::move(opened).value();
  Result<std::unique_ptr<Session>> made = source->session();
  REQUIRE(made.ok());
  session = std::move(made).value();
}

Outcome OpenSource::run(const std::string& sql, std::vector<Binding> bindings) {
  RememberingSink sink;
  Result<QueryReport> report = session->run({sql, std::move(bindings)}, {}, sink);
  return {std::move(report), sink.names, sink.rows};
}

SqliteOptions options_for(const std::string& path) {
  SqliteOptions options;
  options.path = path;
  return options;
}

SourceError open_error(const SqliteOptions& options) {
  const std::unique_ptr<Source> source = make_sqlite_source(options);
  const Result<SourceFacts> opened = source->open();
  REQUIRE_FALSE(opened.ok());
  CHECK_FALSE(source->session().ok());
  return opened.error();
}

SourceError run_error(OpenSource& source, const std::string& sql) {
  const Outcome outcome = source.run(sql);
  INFO(sql);
  REQUIRE_FALSE(outcome.report.ok());
  return outcome.report.error();
}

std::vector<std::string> names_of(const std::vector<Relation>& relations) {
  std::vector<std::string> names;
  for (const Relation& relation : relations) {
    names.push_back(relation.name);
  }
  return names;
}

}  // namespace countercheck::test
