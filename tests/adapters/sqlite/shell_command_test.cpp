#include "adapters/sqlite/shell_command.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/adapters/sqlite/support.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

// What bash prints for the command.
std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(
      popen(("bash <<'END'\n" + command + "\nEND\n").c_str(), "r"), &pclose);
  REQUIRE(pipe != nullptr);
  std::string output;
  for (int letter = std::fgetc(pipe.get()); letter != EOF; letter = std::fgetc(pipe.get())) {
    output += static_cast<char>(letter);
  }
  return output;
}

Binding column_binding(const std::string& name, Value value) {
  Binding binding;
  binding.name = name;
  binding.type = BindType::kColumn;
  binding.value = std::move(value);
  return binding;
}

Value of_kind(CellKind kind, std::string text) {
  Value value = text_value(std::move(text));
  value.kind = kind;
  return value;
}

TEST_CASE("The shell command writes values in at their placeholders only", "[sqlite]") {
  const Query query{"SELECT ':a', :a, :b -- :a",
                    {column_binding("a", text_value("it's")), column_binding("b", null_value())}};
  CHECK(sqlite::shell_command("/tmp/o'brien.db", query) ==
        "sqlite3 -readonly -safe \"/tmp/o'brien.db\" \"SELECT ':a', 'it''s', NULL -- :a\"");
}

TEST_CASE("A value written in never joins what stands beside its placeholder", "[sqlite]") {
  const Query query{
      "SELECT 1-:a, CASE WHEN:b THEN:b END\n",
      {column_binding("a", integer_value(-5)), column_binding("b", integer_value(7))}};
  CHECK(sqlite::shell_command("a.db", query) ==
        "sqlite3 -readonly -safe 'a.db' 'SELECT 1-(-5), CASE WHEN 7 THEN 7 END'");
}

TEST_CASE("Literals keep kind and value", "[sqlite]") {
  CHECK(sqlite::sql_literal(integer_value(-5)) == "-5");
  CHECK(sqlite::sql_literal(of_kind(CellKind::kReal, "5")) == "5.0");
  CHECK(sqlite::sql_literal(of_kind(CellKind::kReal, "1e+100")) == "1e+100");
  CHECK(sqlite::sql_literal(of_kind(CellKind::kReal, "-Infinity")) == "-9e999");
  CHECK(sqlite::sql_literal(of_kind(CellKind::kBytes, std::string("\0\xff", 2))) == "X'00FF'");
  CHECK(sqlite::sql_literal(text_value("grün")) == "'grün'");
  CHECK(sqlite::sql_literal(text_value(std::string("a\0b", 3))) == "CAST(X'610062' AS TEXT)");
  CHECK(sqlite::sql_literal(text_value("A\xff"
                                       "B")) == "CAST(X'41FF42' AS TEXT)");
  CHECK(sqlite::sql_literal(text_value("a\nb")) == "CAST(X'610A62' AS TEXT)");
}

TEST_CASE("FB-037: the shell command shows the same rows when it is really run", "[sqlite]") {
  if (std::system("command -v sqlite3 >/dev/null 2>&1") != 0) {
    FAIL("the program sqlite3 is not installed");
  }
  const TempFolder folder;
  const std::string path = folder.file("it's $HOME `x` \"q\"\\ #%20?.db");
  make_database(folder.file("plain"),
                "CREATE TABLE t(k, v); INSERT INTO t VALUES ('a''b$HOME`id`\"\\n!', 1), (0.5, 2),"
                "(x'00ff', 3), (CAST(x'610062' AS TEXT), 4), (-9223372036854775808, 5),"
                "('two' || char(10) || 'lines', 6), ('grün', 7), (9e999, 8), (3.0, 9);");
  write_file(path, read_file(folder.file("plain")));
  OpenSource source(options_for(path));
  const Outcome all = source.run("SELECT k, v FROM t");
  REQUIRE(all.rows.size() == 9);
  for (const std::string start : {"", "-- a comment, with 'quotes' and :k\n", "/* .shell ls */"}) {
    for (const std::vector<Value>& row : all.rows) {
      const Query query{start + "SELECT v, ':k' FROM t\n WHERE k=:k;",
                        {column_binding("k", row.at(0))}};
      const std::string command = source.source->shell_command(query);
      INFO(command);
      CHECK(output_of(command) == std::to_string(row.at(1).integer) + "|:k\n");
    }
  }
}

}  // namespace
}  // namespace countercheck::test
