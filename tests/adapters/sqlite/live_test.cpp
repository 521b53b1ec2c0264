#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/adapters/sqlite/support.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

constexpr const char* kCount = "SELECT count(*) FROM charge";

SqliteOptions live_options(const std::string& path) {
  SqliteOptions options = options_for(path);
  options.live = true;
  options.busy_timeout = std::chrono::milliseconds(200);
  return options;
}

std::int64_t count_of(OpenSource& source) {
  const Outcome outcome = source.run(kCount);
  REQUIRE(outcome.report.ok());
  return outcome.rows.at(0).at(0).integer;
}

// A crashed writer: everything but the empty schema is in the log.
void copy_with_log(const TempFolder& folder, const std::string& name) {
  Writer writer(folder.file("origin.db"));
  writer.run("PRAGMA journal_mode = wal; PRAGMA wal_autocheckpoint = 0;" + charges_script(1000));
  write_file(folder.file(name), read_file(folder.file("origin.db")));
  write_file(folder.file(name + "-wal"), read_file(folder.file("origin.db-wal")));
}

TEST_CASE("FB-042: a log beside the file is refused with the cure unless live", "[sqlite]") {
  const TempFolder folder;
  copy_with_log(folder, "a.db");
  const std::vector<std::string> before = folder.listing();
  const SourceError error = open_error(options_for(folder.file("a.db")));
  CHECK(error.kind == SourceErrorKind::kUnreachable);
  CHECK_THAT(error.message, contains("-wal lies beside it"));
  CHECK_THAT(error.message, contains("live = true"));
  CHECK_THAT(error.message, contains("VACUUM INTO"));
  CHECK(folder.listing() == before);

  OpenSource source(live_options(folder.file("a.db")));
  CHECK(count_of(source) == 1000);
  CHECK(source.facts.strength == "transaction");
  CHECK_THAT(source.facts.snapshot, contains("data version"));
}

TEST_CASE("FB-042: a journal with content is refused and an empty one is not", "[sqlite]") {
  const TempFolder folder;
  make_database(folder.file("a.db"), charges_script(5));
  write_file(folder.file("a.db-journal"), "");
  write_file(folder.file("a.db-wal"), "");
  OpenSource source(options_for(folder.file("a.db")));
  CHECK(count_of(source) == 5);
  write_file(folder.file("a.db-journal"), std::string(512, '\0'));
  CHECK_THAT(open_error(options_for(folder.file("a.db"))).message,
             contains("-journal lies beside it"));
}

TEST_CASE("A hot journal of a live database is a reason and not an empty result", "[sqlite]") {
  const TempFolder folder;
  {
    Writer writer(folder.file("origin.db"));
    writer.run(charges_script(3000) +
               "PRAGMA cache_size = 2; PRAGMA cache_spill = ON; BEGIN;"
               "UPDATE charge SET cents = cents + 1;");
    write_file(folder.file("a.db"), read_file(folder.file("origin.db")));
    write_file(folder.file("a.db-journal"), read_file(folder.file("origin.db-journal")));
  }
  REQUIRE(read_file(folder.file("a.db-journal")).size() > 512);
  const std::vector<std::string> before = folder.listing();
  const SourceError error = open_error(live_options(folder.file("a.db")));
  CHECK(error.kind == SourceErrorKind::kUnreachable);
  CHECK(error.code == "776");
  CHECK_THAT(error.message, contains("hot journal"));
  CHECK(folder.listing() == before);
}

TEST_CASE("FB-028: a lock that is not released in time is named", "[sqlite]") {
  const TempFolder folder;
  make_database(folder.file("a.db"), charges_script(5));
  Writer writer(folder.file("a.db"));
  writer.run("BEGIN EXCLUSIVE");
  const auto started = std::chrono::steady_clock::now();
  const SourceError error = open_error(live_options(folder.file("a.db")));
  CHECK(error.kind == SourceErrorKind::kLocked);
  CHECK_THAT(error.message, contains("locked"));
  const auto waited = std::chrono::steady_clock::now() - started;
  CHECK(waited >= std::chrono::milliseconds(150));
  CHECK(waited < std::chrono::seconds(5));
}

TEST_CASE("FB-028: a lock that is released in time is waited for", "[sqlite]") {
  const TempFolder folder;
  make_database(folder.file("a.db"), charges_script(5));
  SqliteOptions options = live_options(folder.file("a.db"));
  options.busy_timeout = std::chrono::seconds(20);
  std::jthread holder([&] {
    Writer writer(folder.file("a.db"));
    writer.run("BEGIN EXCLUSIVE");
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    writer.run("COMMIT");
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  OpenSource source(options);
  CHECK(count_of(source) == 5);
}

TEST_CASE("A wait for a lock can be cancelled", "[sqlite]") {
  const TempFolder folder;
  make_database(folder.file("a.db"), charges_script(5));
  Writer writer(folder.file("a.db"));
  writer.run("BEGIN EXCLUSIVE");
  SqliteOptions options = live_options(folder.file("a.db"));
  options.busy_timeout = std::chrono::seconds(60);
  const std::unique_ptr<Source> source = make_sqlite_source(options);
  std::jthread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    source->cancel();
  });
  const auto started = std::chrono::steady_clock::now();
  const Result<SourceFacts> opened = source->open();
  REQUIRE_FALSE(opened.ok());
  CHECK(opened.error().kind == SourceErrorKind::kInterrupted);
  CHECK(std::chrono::steady_clock::now() - started < std::chrono::seconds(5));
}

TEST_CASE("A live database with a log keeps its snapshot while others commit", "[sqlite]") {
  const TempFolder folder;
  Writer writer(folder.file("a.db"));
  writer.run("PRAGMA journal_mode = wal;" + charges_script(5));
  OpenSource source(live_options(folder.file("a.db")));
  writer.run("INSERT INTO charge(acct) VALUES ('late')");
  CHECK(count_of(source) == 5);
  CHECK(source.source->verify_end({}).value().empty());
  OpenSource later(live_options(folder.file("a.db")));
  CHECK(count_of(later) == 6);
}

TEST_CASE("A live database without a log cannot be changed while it is read", "[sqlite]") {
  const TempFolder folder;
  make_database(folder.file("a.db"), charges_script(5));
  OpenSource source(live_options(folder.file("a.db")));
  Writer writer(folder.file("a.db"));
  writer.run("BEGIN IMMEDIATE; INSERT INTO charge(acct) VALUES ('late')");
  CHECK(count_of(source) == 5);
  CHECK(source.source->verify_end({}).value().empty());
}

}  // namespace
}  // namespace countercheck::test
