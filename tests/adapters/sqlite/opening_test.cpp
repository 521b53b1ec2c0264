#include <filesystem>
#include <string>
#include <vector>

#include "adapters/sqlite/connection.h"
#include "tests/adapters/sqlite/support.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

constexpr const char* kDuplicates =
    "SELECT acct, day, item, count(*) FROM charge GROUP BY acct, day, item HAVING count(*) > 1";

TEST_CASE("FB-036: a path that does not exist is named and not created", "[sqlite]") {
  const TempFolder folder;
  make_database(folder.file("snap-2031-04-02.db"), charges_script(3));
  const std::vector<std::string> before = folder.listing();
  for (const bool live : {false, true}) {
    SqliteOptions options = options_for(folder.file("snap-2031-04-03.db"));
    options.live = live;
    const SourceError error = open_error(options);
    CHECK(error.kind == SourceErrorKind::kUnreachable);
    CHECK_THAT(error.message, contains("snap-2031-04-03.db: no such file"));
  }
  CHECK(folder.listing() == before);
}

TEST_CASE("FB-036: a file of zero bytes is not an empty database", "[sqlite]") {
  const TempFolder folder;
  write_file(folder.file("zero.db"), "");
  const SourceError error = open_error(options_for(folder.file("zero.db")));
  CHECK(error.kind == SourceErrorKind::kNotADatabase);
  CHECK_THAT(error.message, contains("has zero bytes"));
}

TEST_CASE("FB-036: a database without tables is refused even if it has a view", "[sqlite]") {
  const TempFolder folder;
  make_database(folder.file("bare.db"), "PRAGMA user_version = 7; CREATE VIEW v AS SELECT 1;");
  const SourceError error = open_error(options_for(folder.file("bare.db")));
  CHECK(error.kind == SourceErrorKind::kNotADatabase);
  CHECK_THAT(error.message, contains("has no tables"));
}

TEST_CASE("FB-036: a text file is not a database", "[sqlite]") {
  const TempFolder folder;
  write_file(folder.file("notes.db"), std::string(4096, 'x'));
  const SourceError error = open_error(options_for(folder.file("notes.db")));
  CHECK(error.kind == SourceErrorKind::kNotADatabase);
  CHECK(error.code == "26");
}

TEST_CASE("A truncated database is corrupt or no database but never empty", "[sqlite]") {
  const TempFolder folder;
  make_database(folder.file("whole.db"), charges_script(2000));
  const std::string whole = read_file(folder.file("whole.db"));
  REQUIRE(whole.size() > 20000);
  for (const std::size_t size : {50UL, 99UL, 4096UL, 10000UL, 20480UL}) {
    INFO(size);
    write_file(folder.file("cut.db"), whole.substr(0, size));
    for (const SqliteIntegrity integrity : {SqliteIntegrity::kFull, SqliteIntegrity::kOff}) {
      SqliteOptions options = options_for(folder.file("cut.db"));
      options.integrity = integrity;
      const SourceErrorKind kind = open_error(options).kind;
      CHECK((kind == SourceErrorKind::kCorrupt || kind == SourceErrorKind::kNotADatabase));
    }
  }
}

TEST_CASE("A directory and a device are no database files", "[sqlite]") {
  const TempFolder folder;
  std::filesystem::create_directory(folder.file("folder.db"));
  const SourceError error = open_error(options_for(folder.file("folder.db")));
  CHECK(error.kind == SourceErrorKind::kUnreachable);
  CHECK_THAT(error.message, contains("is a directory"));
  CHECK_THAT(open_error(options_for("/dev/zero")).message, contains("not a regular file"));
  CHECK(open_error(options_for("")).kind == SourceErrorKind::kUnreachable);
  const std::string with_nul("/dev/zero\0.db", 13);
  CHECK_THAT(open_error(options_for(with_nul)).message, contains("is not a path"));
  CHECK_THAT(open_error(options_for(folder.file("folder.db/x/y"))).message,
             contains("no such file"));
}

TEST_CASE("FB-037: names that mean something in a URI open exactly that file", "[sqlite]") {
  const TempFolder folder;
  const std::vector<std::string> names = {
      "snap#2031.db",  "a%20b.db", "q?mode=rwc&x=.db",       "a b.db",
      "file:plain.db", ":memory:", "back\\slash'quote\".db", "ünï.db"};
  for (const std::string& name : names) {
    make_database(folder.file("plain"), charges_script(5));
    std::filesystem::rename(folder.file("plain"), folder.file(name));
  }
  write_file(folder.file("snap"), "decoy");
  write_file(folder.file("a b"), "decoy");
  const std::vector<std::string> before = folder.listing();
  REQUIRE(before.size() == names.size() + 2);
  for (const std::string& name : names) {
    for (const bool live : {false, true}) {
      INFO(name);
      SqliteOptions options = options_for(folder.file(name));
      options.live = live;
      OpenSource source(options);
      CHECK(source.run(kDuplicates).rows.size() == 1);
      CHECK(run_error(source, "DELETE FROM charge").kind == SourceErrorKind::kRefused);
    }
  }
  CHECK(folder.listing() == before);
}

TEST_CASE("A relative path and a symbolic link lead to the canonical target", "[sqlite]") {
  const TempFolder folder;
  make_database(folder.file("real.db"), charges_script(5));
  std::filesystem::create_symlink(folder.file("real.db"), folder.file("link.db"));
  const OpenSource by_link(options_for(folder.file("link.db")));
  CHECK(by_link.facts.target == std::filesystem::canonical(folder.file("real.db")).string());
  const OpenSource relative(
      options_for(std::filesystem::relative(folder.file("real.db")).string()));
  CHECK(relative.facts.target == by_link.facts.target);
}

TEST_CASE("The facts name engine and snapshot and how strong it is", "[sqlite]") {
  const TempFolder folder;
  make_database(folder.file("a.db"), charges_script(5));
  const OpenSource source(options_for(folder.file("a.db")));
  CHECK(source.facts.dialect == Dialect::kSqlite);
  CHECK_THAT(source.facts.server, contains("SQLite 3."));
  CHECK(source.facts.strength == "immutable");
  CHECK_THAT(source.facts.snapshot, contains("change counter 4, size 8192"));
  CHECK(source.facts.taken.size() == 24);
  CHECK(source.facts.taken.back() == 'Z');
  CHECK(source.source->sessions_max() == 1);
  const std::vector<std::string> names = {"count"};
  CHECK(source.source->functions(names).value().empty());
}

TEST_CASE("An immutable URI keeps nothing special of the path but its slashes", "[sqlite]") {
  CHECK(sqlite::immutable_uri("/a b/c?d#e%f&g=h.db") ==
        "file:///a%20b/c%3Fd%23e%25f%26g%3Dh.db?mode=ro&immutable=1");
}

TEST_CASE("A source that was cancelled before it opens reports the interruption", "[sqlite]") {
  const TempFolder folder;
  make_database(folder.file("a.db"), charges_script(5000));
  const std::unique_ptr<Source> source = make_sqlite_source(options_for(folder.file("a.db")));
  source->cancel();
  const Result<SourceFacts> opened = source->open();
  REQUIRE_FALSE(opened.ok());
  CHECK(opened.error().kind == SourceErrorKind::kInterrupted);
}

}  // namespace
}  // namespace countercheck::test
