#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/adapters/sqlite/support.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

struct Table {
  Table() {
    make_database(folder.file("a.db"),
                  "CREATE TABLE t(i INTEGER, r REAL, s TEXT, b BLOB, n NUMERIC);"
                  "INSERT INTO t VALUES (1, 0.1 + 0.2, 'x''y', x'00ff', 0.1);"
                  "INSERT INTO t VALUES (2, 9e999, CAST(x'610062' AS TEXT), x'', 7);");
    source = std::make_unique<OpenSource>(options_for(folder.file("a.db")));
  }
  TempFolder folder;
  std::unique_ptr<OpenSource> source;
};

Binding bind(const std::string& name, BindType type, Value value) {
  Binding binding;
  binding.name = name;
  binding.type = type;
  binding.value = std::move(value);
  return binding;
}

TEST_CASE("Values are bound by name and with their types", "[sqlite]") {
  Table table;
  const std::vector<Binding> bindings = {
      bind("a", BindType::kInteger, integer_value(5)),
      bind("b", BindType::kText, text_value("5")),
      bind("c", BindType::kDate, text_value("2026-02-17")),
      bind("d", BindType::kTimestamp, text_value("2026-02-17 03:04:05")),
      bind("e", BindType::kBoolean, integer_value(1)),
      bind("f", BindType::kText, null_value()),
      bind("g", BindType::kText, text_value("")),
      bind("unused", BindType::kText, text_value("not in the text"))};
  const Outcome outcome = table.source->run(
      "SELECT typeof(:a), typeof(:b), :c, :d, typeof(:e), :f IS NULL, typeof(:g), :a + :a",
      bindings);
  REQUIRE(outcome.report.ok());
  const std::vector<Value>& row = outcome.rows.at(0);
  CHECK(row.at(0).text == "integer");
  CHECK(row.at(1).text == "text");
  CHECK(row.at(2).text == "2026-02-17");
  CHECK(row.at(3).text == "2026-02-17 03:04:05");
  CHECK(row.at(4).text == "integer");
  CHECK(row.at(5).integer == 1);
  CHECK(row.at(6).text == "text");
  CHECK(row.at(7).integer == 10);
}

TEST_CASE("A cell that came from a column finds its own row again", "[sqlite]") {
  Table table;
  const Outcome all = table.source->run("SELECT i, r, s, b, n FROM t");
  REQUIRE(all.rows.size() == 2);
  for (const std::vector<Value>& row : all.rows) {
    const std::vector<std::string> names = {"i", "r", "s", "b", "n"};
    for (std::size_t column = 0; column < names.size(); ++column) {
      const std::string sql = "SELECT i FROM t WHERE " + names.at(column) + " = :v";
      const Outcome found = table.source->run(sql, {bind("v", BindType::kColumn, row.at(column))});
      INFO(sql);
      REQUIRE(found.report.ok());
      REQUIRE(found.rows.size() == 1);
      CHECK(found.rows.at(0).at(0) == row.at(0));
    }
  }
}

TEST_CASE("A placeholder without a value is an error and never NULL", "[sqlite]") {
  Table table;
  for (const std::string text : {"SELECT :missing", "SELECT ?", "SELECT ?1", "SELECT @v",
                                 "SELECT $v", "SELECT ?5", "SELECT :V", "SELECT :v, :w"}) {
    const Outcome outcome =
        table.source->run(text, {bind("v", BindType::kInteger, integer_value(1))});
    INFO(text);
    REQUIRE_FALSE(outcome.report.ok());
    CHECK(outcome.report.error().kind == SourceErrorKind::kSql);
    CHECK_THAT(outcome.report.error().message, contains("has no value"));
    CHECK(table.source->session->describe({text, {}}, {}).ok());
  }
}

TEST_CASE("A value that would not mean the same is refused", "[sqlite]") {
  Table table;
  Value cut = text_value("abc");
  cut.full_size = 10;
  Value no_number = text_value("12x");
  no_number.kind = CellKind::kReal;
  const std::vector<Binding> refused = {bind("v", BindType::kDecimal, decimal_value("1.10")),
                                        bind("v", BindType::kColumn, decimal_value("1.10")),
                                        bind("v", BindType::kColumn, cut),
                                        bind("v", BindType::kColumn, no_number),
                                        bind("v", BindType::kInteger, text_value("1")),
                                        bind("v", BindType::kText, integer_value(1))};
  for (const Binding& binding : refused) {
    const Outcome outcome = table.source->run("SELECT :v", {binding});
    REQUIRE_FALSE(outcome.report.ok());
    CHECK(outcome.report.error().kind == SourceErrorKind::kRefused);
  }
}

}  // namespace
}  // namespace countercheck::test
