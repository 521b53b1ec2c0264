#include <memory>
#include <string>
#include <vector>

#include "tests/adapters/sqlite/support.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

struct Charges {
  explicit Charges(const std::string& more = "") {
    make_database(folder.file("a.db"), charges_script(10) + more);
    write_file(folder.file("other.db"), read_file(folder.file("a.db")));
    source = std::make_unique<OpenSource>(options_for(folder.file("a.db")));
  }
  TempFolder folder;
  std::unique_ptr<OpenSource> source;
};

TEST_CASE("FB-011: text after the first statement is refused and not run", "[sqlite]") {
  Charges charges;
  const std::vector<std::string> texts = {
      "select 1 where 0; select acct from charge group by acct, day, item having count(*) > 1;",
      "select 1; select 2", "select 1; delete from charge", "select 1; nonsense",
      "select 1; -- c\n ; /* c */ pragma user_version"};
  for (const std::string& text : texts) {
    const SourceError error = run_error(*charges.source, text);
    CHECK(error.kind == SourceErrorKind::kRefused);
    CHECK_THAT(error.message, contains("more than one statement"));
  }
}

TEST_CASE("A trailing semicolon and comments and blanks are fine", "[sqlite]") {
  Charges charges;
  for (const std::string text : {"select 1;", "select 1 ; ; -- end", "/* a */ select 1 /* open",
                                 "-- a\nselect 1;\n\n", "\xEF\xBB\xBFselect 1", "; select 1",
                                 "values (1)", "with x(a) as (values (1)) select a from x"}) {
    INFO(text);
    const Outcome outcome = charges.source->run(text);
    REQUIRE(outcome.report.ok());
    CHECK(outcome.rows.size() == 1);
  }
}

TEST_CASE("FB-011: a NUL byte in the text does not hide what follows it", "[sqlite]") {
  Charges charges;
  const std::string text = std::string("select 1 where 0") + '\0' + " or 1";
  CHECK(run_error(*charges.source, text).kind == SourceErrorKind::kRefused);
}

TEST_CASE("FB-013: text that yields no result set is refused", "[sqlite]") {
  Charges charges;
  for (const std::string text : {"", " \n", "-- todo", "/* todo */", ";", ";;"}) {
    INFO(text);
    const SourceError error = run_error(*charges.source, text);
    CHECK(error.kind == SourceErrorKind::kRefused);
    CHECK_FALSE(charges.source->session->describe({text, {}}, {}).ok());
  }
  CHECK_THAT(run_error(*charges.source, "-- todo").message,
             contains("rule returned no result set"));
}

TEST_CASE("FB-014: a misspelt column in double quotes is no text", "[sqlite]") {
  Charges charges;
  const SourceError error =
      run_error(*charges.source, "select acct from charge where \"centz\" < 0");
  CHECK(error.kind == SourceErrorKind::kSql);
  CHECK_THAT(error.message, contains("no such column"));
  REQUIRE(error.position.has_value());
  CHECK(*error.position == 30);
}

TEST_CASE("FB-089: whatever is not reading is refused and leaves no trace", "[sqlite]") {
  Charges charges;
  const std::string folder = charges.folder.file("");
  const std::vector<std::string> before = charges.folder.listing();
  REQUIRE(before.size() == 2);
  const std::vector<std::string> texts = {"delete from charge",
                                          "with d as (select 1) delete from charge returning *",
                                          "insert into charge(acct) values ('x') returning *",
                                          "update charge set cents = 0 returning cents",
                                          "replace into charge(charge_id) values (1)",
                                          "attach '" + folder + "new.db' as n",
                                          "attach '" + folder + "other.db' as n",
                                          "detach main",
                                          "vacuum into '" + folder + "copy.db'",
                                          "vacuum",
                                          "pragma user_version",
                                          "pragma user_version = 5",
                                          "pragma journal_mode = wal",
                                          "pragma query_only = off",
                                          "pragma writable_schema = on",
                                          "pragma wal_checkpoint",
                                          "pragma integrity_check",
                                          "select * from pragma_journal_mode('wal')",
                                          "select * from pragma_journal_mode",
                                          "select * from pragma_wal_checkpoint",
                                          "select * from pragma_optimize",
                                          "select * from pragma_user_version(5)",
                                          "select * from pragma_locking_mode",
                                          "begin",
                                          "commit",
                                          "rollback",
                                          "end",
                                          "savepoint s",
                                          "create table t(a)",
                                          "create temp table t(a)",
                                          "create temp view t as select 1",
                                          "create virtual table temp.t using fts5(a)",
                                          "drop table charge",
                                          "alter table charge add column x",
                                          "analyze",
                                          "reindex",
                                          "explain select 1",
                                          "explain query plan select 1",
                                          "select load_extension('x')",
                                          "select load_extension('x') from charge",
                                          "select fts3_tokenizer('simple')",
                                          "select writefile('" + folder + "w', 'x')",
                                          "select edit('x')",
                                          "select random()",
                                          "select RANDOM()",
                                          "select hex(randomblob(4))",
                                          "select changes()",
                                          "select total_changes()",
                                          "select last_insert_rowid()",
                                          "select sqlite_log(1, 'x')",
                                          "select 1 from charge order by random()",
                                          "with r as (select random() as x) select x from r",
                                          "select * from sqlite_stmt",
                                          "select rtreecheck('charge')"};
  for (const std::string& text : texts) {
    const SourceError error = run_error(*charges.source, text);
    INFO(text << " -> " << error.message);
    CHECK((error.kind == SourceErrorKind::kRefused || error.kind == SourceErrorKind::kSql));
    CHECK_FALSE(charges.source->session->describe({text, {}}, {}).ok());
    CHECK(charges.folder.listing() == before);
  }
  CHECK_THAT(run_error(*charges.source, "delete from charge").message,
             contains("rule is not read-only: it asks for DELETE of charge"));
  CHECK_THAT(run_error(*charges.source, "select random()").message,
             contains("the function random() is refused"));
  CHECK(charges.source->run("select count(*) from charge").rows.at(0).at(0).integer == 10);
}

TEST_CASE("A view cannot smuggle in a function that is refused", "[sqlite]") {
  Charges charges("CREATE VIEW luck AS SELECT random() AS r FROM charge;");
  CHECK(run_error(*charges.source, "select * from luck").kind == SourceErrorKind::kRefused);
}

TEST_CASE("Built-in functions and dates and windows and recursion may be used", "[sqlite]") {
  Charges charges("CREATE INDEX by_acct ON charge(acct);");
  for (const std::string text :
       {"select date('2026-02-17', '+1 day'), upper('a'), printf('%d', 1), sqrt(4.0)",
        "select sum(cents) over (order by charge_id) from charge",
        "with recursive n(i) as (select 1 union all select i + 1 from n where i < 3) select i "
        "from n",
        "select value from json_each('[1,2]')", "select key from json_tree('{\"a\":1}')",
        "select name from pragma_table_info('charge')", "select * from pragma_table_list",
        "select * from pragma_index_list('charge')", "select * from pragma_user_version",
        "select * from pragma_integrity_check", "select * from pragma_page_count",
        "select group_concat(name) from pragma_function_list",
        "select m.name, p.name from sqlite_schema m, pragma_table_xinfo(m.name) p"}) {
    INFO(text);
    const Outcome outcome = charges.source->run(text);
    INFO((outcome.report ? "" : outcome.report.error().message));
    REQUIRE(outcome.report.ok());
    CHECK_FALSE(outcome.rows.empty());
  }
}

TEST_CASE("A foreign key check that cannot be made is an error and not clean", "[sqlite]") {
  Charges charges(
      "CREATE TABLE parent(k); CREATE TABLE child(a REFERENCES parent(k));"
      "INSERT INTO child VALUES (1);");
  const SourceError error = run_error(*charges.source, "select * from pragma_foreign_key_check");
  CHECK(error.kind == SourceErrorKind::kData);
  CHECK_THAT(error.message, contains("foreign key mismatch"));
}

TEST_CASE("A foreign key check that can be made returns its rows", "[sqlite]") {
  Charges charges(
      "CREATE TABLE parent(k PRIMARY KEY); CREATE TABLE child(a REFERENCES parent(k));"
      "INSERT INTO child VALUES (1), (2);");
  const Outcome outcome = charges.source->run("select * from pragma_foreign_key_check");
  REQUIRE(outcome.report.ok());
  CHECK(outcome.rows.size() == 2);
  CHECK(names_of(outcome.report.value().reads) ==
        std::vector<std::string>{"main.charge", "main.child", "main.parent"});
}

TEST_CASE("The reads of a statement are its tables and views and no names of its own", "[sqlite]") {
  Charges charges(
      "CREATE TABLE Usage(qty); CREATE VIEW inner_v AS SELECT qty FROM Usage;"
      "CREATE VIEW outer_v AS SELECT qty, (SELECT count(*) FROM charge) AS n FROM inner_v;"
      "CREATE VIEW constant AS SELECT 1 AS one FROM Usage;"
      "CREATE VIRTUAL TABLE notes USING fts5(body); INSERT INTO notes VALUES ('late');");
  const auto reads = [&](const std::string& sql) {
    const Outcome outcome = charges.source->run(sql);
    INFO(sql << (outcome.report ? "" : outcome.report.error().message));
    REQUIRE(outcome.report.ok());
    return names_of(outcome.report.value().reads);
  };
  using Names = std::vector<std::string>;
  CHECK(reads("select count(*) from charge") == Names{"main.charge"});
  CHECK(reads("select 1").empty());
  CHECK(reads("select * from USAGE, main.charge") == Names{"main.Usage", "main.charge"});
  CHECK(reads("select * from outer_v") ==
        Names{"main.Usage", "main.charge", "main.inner_v", "main.outer_v"});
  CHECK(reads("select count(*) from inner_v") == Names{"main.Usage", "main.inner_v"});
  CHECK(reads("select count(*) from constant") == Names{"main.Usage", "main.constant"});
  CHECK(reads("with c as (select qty from usage) select count(*), max(qty) from c") ==
        Names{"main.Usage"});
  CHECK(reads("select 1 where exists (select 1 from charge)") == Names{"main.charge"});
  CHECK(reads("select name from sqlite_master") == Names{"main.sqlite_schema"});
  CHECK(reads("select body from notes where notes match 'late'") == Names{"main.notes"});
  CHECK(reads("select value from json_each('[1]')").empty());
}

}  // namespace
}  // namespace countercheck::test
