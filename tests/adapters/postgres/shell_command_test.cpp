#include "adapters/postgres/shell_command.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>

#include "tests/adapters/postgres/support.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

std::string run_in_shell(const std::string& command) {
  FILE* output = popen(("bash 2>&1 <<'END'\n" + command + "\nEND\n").c_str(), "r");
  REQUIRE(output != nullptr);
  std::string text;
  for (int letter = std::fgetc(output); letter != EOF; letter = std::fgetc(output)) {
    text += static_cast<char>(letter);
  }
  CHECK(pclose(output) == 0);
  return text;
}

}  // namespace

TEST_CASE("the shell command shows the same rows when it is pasted", "[postgres]") {
  TestDatabase database;
  database.exec(
      "CREATE SCHEMA billing; CREATE TABLE billing.charge (acct text, day date,"
      " amount numeric, at timestamptz); INSERT INTO billing.charge VALUES"
      " ($$it's \"A\" `x` $HOME \\$$, '2026-02-17', 10.50, '2026-02-17 12:00+00')");
  PostgresOptions options = options_for(database.uri());
  options.search_path = {"billing"};
  options.time_zone = "Asia/Tokyo";
  OpenSource source(options);
  const Query query = {
      "SELECT acct, at, '$1' AS raw FROM charge -- $1\nWHERE acct = $1 AND day = $2 AND amount = $3"
      " AND $4 AND $5 IS NULL AND $6 = 7",
      {bind(BindType::kColumn, text_value("it's \"A\" `x` $HOME \\"), 25),
       bind(BindType::kDate, text_value("2026-02-17")),
       bind(BindType::kDecimal, decimal_value("10.50")), bind(BindType::kBoolean, integer_value(1)),
       bind(BindType::kText, null_value()), bind(BindType::kInteger, integer_value(7))}};
  Rows rows;
  REQUIRE(source.session->run(query, {}, rows).ok());
  REQUIRE(rows.cells.size() == 1);
  const std::string command = source.source->shell_command(query);
  CHECK_THAT(command, contains("psql -X -q 'host="));
  const std::string shown = run_in_shell(command + " -At");
  CHECK(shown == rows.cells[0][0] + "|" + rows.cells[0][1] + "|$1\n");
  CHECK_THAT(shown, contains("21:00:00+09"));
}

TEST_CASE("FB-106: the shell command holds no password", "[postgres]") {
  TestDatabase database;
  OpenSource source("postgresql://postgres:s3cret-canary@" + database.host() + ":" +
                    database.port() + "/" + database.name() + "?sslmode=prefer");
  const std::string command = source.source->shell_command({"SELECT 1", {}});
  CHECK(command.find("canary") == std::string::npos);
  CHECK_THAT(command, contains("sslmode=prefer"));
  CHECK_THAT(command, contains("dbname=" + database.name()));
}

TEST_CASE("values of fixed-length types are not cut by the shell command", "[postgres]") {
  TestDatabase database;
  database.exec(
      "CREATE TABLE t (c char(3), b bit(4), a char(3)[]);"
      "INSERT INTO t VALUES ('abc', B'1011', ARRAY['abc', 'x'])");
  OpenSource source(database.uri());
  Rows rows;
  REQUIRE(source.run("SELECT c, b, a FROM t", rows).ok());
  REQUIRE(rows.names.size() == 3);
  Query query = {"SELECT 'found' FROM t WHERE c = $1 AND b = $2 AND a = $3", {}};
  for (std::size_t at = 0; at < 3; ++at) {
    query.bindings.push_back(
        bind(BindType::kColumn, text_value(rows.cells[0][at]), rows.names[at].type_oid));
  }
  CHECK(rows.names[0].type_name == "character");
  CHECK(run_in_shell(source.source->shell_command(query) + " -At") == "found\n");
}

TEST_CASE("the shell command logs in as we did and takes on the role that read", "[postgres]") {
  TestDatabase database;
  TestRole owner(database);
  TestRole login(database);
  database.exec("GRANT " + owner.name() + " TO " + login.name());
  PostgresOptions options = options_for(database.uri(login.name()));
  options.begin = {"SET LOCAL ROLE " + owner.name()};
  OpenSource source(options);
  CHECK(source.facts.role == owner.name());
  const std::string command =
      source.source->shell_command({"SELECT session_user || ' ' || current_user", {}});
  CHECK(run_in_shell(command + " -At") == login.name() + " " + owner.name() + "\n");
}

TEST_CASE("a value that was cut gives no command", "[postgres]") {
  const ShellTarget target;
  const Query query = {"SELECT $1",
                       {bind(BindType::kText, Value{CellKind::kText, 0, "abc", 1000})}};
  const auto no_name = [](std::uint32_t) { return std::optional<std::string>(); };
  CHECK(psql_command(target, query, no_name).empty());
}

}  // namespace countercheck::test
