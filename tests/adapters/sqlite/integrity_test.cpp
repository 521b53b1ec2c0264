#include <memory>
#include <string>
#include <vector>

#include "tests/adapters/sqlite/support.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

constexpr const char* kDuplicates =
    "SELECT acct FROM charge INDEXED BY charge_key GROUP BY acct, day, item HAVING count(*) > 1";

// An index that lacks one of the two equal rows: by it the uniqueness query finds nothing.
void make_lying_index(const std::string& path) {
  make_database(path, charges_script(5) +
                          "CREATE TABLE sound(a); INSERT INTO sound VALUES (1);"
                          "CREATE VIEW seen AS SELECT acct FROM charge;"
                          "CREATE INDEX charge_key ON charge(acct, day, item) WHERE charge_id <> 2;"
                          "PRAGMA writable_schema = ON;"
                          "UPDATE sqlite_schema SET sql = 'CREATE INDEX charge_key ON charge(acct, "
                          "day, item)' WHERE name = 'charge_key';"
                          "PRAGMA writable_schema = OFF;");
}

SqliteOptions with_integrity(const std::string& path, SqliteIntegrity integrity) {
  SqliteOptions options = options_for(path);
  options.integrity = integrity;
  return options;
}

// 1 KiB pages, one leaf of the table overwritten with zeros.
void make_zeroed_page(const std::string& path) {
  make_database(path, "PRAGMA page_size = 1024;" + charges_script(2000));
  std::string bytes = read_file(path);
  const std::size_t page = bytes.size() / 2 / 1024 * 1024;
  bytes.replace(page, 1024, std::string(1024, '\0'));
  write_file(path, bytes);
}

TEST_CASE("FB-027: an index that misses rows is damage before the first verdict", "[sqlite]") {
  const TempFolder folder;
  make_lying_index(folder.file("a.db"));
  const SourceError error = open_error(with_integrity(folder.file("a.db"), SqliteIntegrity::kFull));
  CHECK(error.kind == SourceErrorKind::kCorrupt);
  CHECK_THAT(error.message, contains("missing from index charge_key"));

  OpenSource unchecked(with_integrity(folder.file("a.db"), SqliteIntegrity::kOff));
  CHECK(unchecked.run(kDuplicates).rows.empty());
  CHECK(unchecked.facts.integrity.mode == "off");
  CHECK_FALSE(unchecked.facts.integrity.ok);
}

TEST_CASE("FB-027: checking by table meets the damage of each table a rule reads", "[sqlite]") {
  const TempFolder folder;
  make_lying_index(folder.file("a.db"));
  OpenSource source(with_integrity(folder.file("a.db"), SqliteIntegrity::kTables));
  CHECK(source.facts.integrity.mode == "tables");
  CHECK(source.run("SELECT a FROM sound").rows.size() == 1);
  CHECK(source.run("SELECT 1").rows.size() == 1);
  for (int again = 0; again < 2; ++again) {
    for (const char* sql :
         {kDuplicates, "SELECT * FROM seen", "SELECT count(*) FROM seen",
          "SELECT * FROM sound, charge", "WITH c AS (SELECT * FROM charge) SELECT count(*) FROM c",
          "SELECT * FROM pragma_foreign_key_check"}) {
      RememberingSink sink;
      const Result<QueryReport> report = source.session->run({sql, {}}, {}, sink);
      INFO(sql);
      REQUIRE_FALSE(report.ok());
      CHECK(report.error().kind == SourceErrorKind::kCorrupt);
      CHECK_THAT(report.error().message, contains("charge_key"));
      CHECK(sink.rows.empty());
    }
  }
  CHECK(source.run("SELECT a FROM sound").rows.size() == 1);
  CHECK(source.run("SELECT name FROM sqlite_schema").report.ok());
}

TEST_CASE("FB-027: a single complaint is damage like many", "[sqlite]") {
  const TempFolder folder;
  make_database(folder.file("a.db"),
                "CREATE TABLE t(a); INSERT INTO t VALUES (NULL);"
                "PRAGMA writable_schema = ON;"
                "UPDATE sqlite_schema SET sql = 'CREATE TABLE t(a NOT NULL)' WHERE name = 't';"
                "PRAGMA writable_schema = OFF;");
  const SourceError error = open_error(with_integrity(folder.file("a.db"), SqliteIntegrity::kFull));
  CHECK(error.kind == SourceErrorKind::kCorrupt);
  CHECK(error.message == "integrity check failed: NULL value in t.a");
}

TEST_CASE("A sound file passes each kind of check and says which", "[sqlite]") {
  const TempFolder folder;
  make_database(folder.file("a.db"), charges_script(50) +
                                         "CREATE TABLE \"it's \"\"odd\"\"\"(a);"
                                         "CREATE TABLE \"12\"(a PRIMARY KEY) WITHOUT ROWID;");
  struct Case {
    SqliteIntegrity integrity;
    std::string mode;
  };
  for (const Case& expected :
       {Case{SqliteIntegrity::kFull, "full"}, Case{SqliteIntegrity::kQuick, "quick"},
        Case{SqliteIntegrity::kTables, "tables"}}) {
    OpenSource source(with_integrity(folder.file("a.db"), expected.integrity));
    CHECK(source.facts.integrity.mode == expected.mode);
    CHECK(source.facts.integrity.ok);
    CHECK(source.facts.integrity.seconds >= 0);
    CHECK(source.run("SELECT * FROM \"it's \"\"odd\"\"\"").report.ok());
    CHECK(source.run("SELECT count(*) FROM charge").rows.size() == 1);
  }
}

TEST_CASE("FB-026: a damaged page ends the rows with an error and never quietly", "[sqlite]") {
  const TempFolder folder;
  make_zeroed_page(folder.file("a.db"));
  for (const SqliteIntegrity integrity : {SqliteIntegrity::kFull, SqliteIntegrity::kQuick}) {
    CHECK(open_error(with_integrity(folder.file("a.db"), integrity)).kind ==
          SourceErrorKind::kCorrupt);
  }
  OpenSource source(with_integrity(folder.file("a.db"), SqliteIntegrity::kOff));
  RememberingSink sink;
  const Result<QueryReport> report =
      source.session->run({"SELECT charge_id, cents FROM charge", {}}, {}, sink);
  REQUIRE_FALSE(report.ok());
  CHECK(report.error().kind == SourceErrorKind::kCorrupt);
  CHECK(report.error().code == "11");
  CHECK(sink.rows.size() > 100);
  CHECK(sink.rows.size() < 2000);
}

TEST_CASE("A check by table can be cancelled and is no damage then", "[sqlite]") {
  const TempFolder folder;
  make_database(folder.file("a.db"), charges_script(1000));
  OpenSource source(with_integrity(folder.file("a.db"), SqliteIntegrity::kTables));
  source.session->cancel();
  CHECK(run_error(source, "SELECT * FROM charge").kind == SourceErrorKind::kInterrupted);
  std::unique_ptr<Session> fresh = source.source->session().value();
  RememberingSink sink;
  CHECK(fresh->run({"SELECT * FROM charge", {}}, {}, sink).ok());
  CHECK(sink.rows.size() == 1000);
}

}  // namespace
}  // namespace countercheck::test
