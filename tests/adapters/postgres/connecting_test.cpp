#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "adapters/postgres/environment.h"
#include "tests/adapters/postgres/support.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

std::string open_error(const std::string& target) {
  const auto source = make_postgres_source(options_for(target));
  const auto opened = source->open();
  REQUIRE_FALSE(opened.ok());
  CHECK(opened.error().kind == SourceErrorKind::kUnreachable);
  return opened.error().message;
}

}  // namespace

TEST_CASE("FB-038: the environment fills no gap in a connection string", "[postgres]") {
  TestDatabase database;
  setenv("PGHOST", database.host().c_str(), 1);
  setenv("PGPORT", database.port().c_str(), 1);
  setenv("PGDATABASE", database.name().c_str(), 1);
  CHECK_THAT(open_error(""), contains("does not name a host"));
  CHECK_THAT(open_error("host=" + database.host()), contains("does not name a database"));
  const std::string misspelt = open_error("host=" + database.host() + " dbnmae=x");
  CHECK_THAT(misspelt, contains("did you mean dbname?"));
  for (const char* name : {"PGHOST", "PGPORT", "PGDATABASE"}) {
    unsetenv(name);
  }
}

TEST_CASE("FB-038: variables of libpq are unset but for the password and the service file",
          "[postgres]") {
  for (const char* name :
       {"PGHOST", "PGUSER", "PGOPTIONS", "PGTZ", "PGSERVICE", "PGSSLMODE", "PGPASSWORD"}) {
    setenv(name, "x", 1);
  }
  const std::vector<std::string> warnings = unset_libpq_variables();
  for (const char* name : {"PGHOST", "PGUSER", "PGOPTIONS", "PGTZ", "PGSERVICE", "PGSSLMODE"}) {
    INFO(name);
    CHECK(std::getenv(name) == nullptr);
  }
  CHECK(std::getenv("PGPASSWORD") != nullptr);
  unsetenv("PGPASSWORD");
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings[0], contains("PGSSLMODE is set in the environment and is not used"));
}

TEST_CASE("FB-038: what was really connected to is told", "[postgres]") {
  TestDatabase database;
  TestRole role(database);
  OpenSource source(database.uri(role.name()));
  CHECK(source.facts.target == "host=" + database.host() + " port=" + database.port() +
                                   " dbname=" + database.name() + " user=" + role.name());
  CHECK(source.facts.role == role.name());
  CHECK_THAT(source.facts.server, contains("PostgreSQL 1"));
  CHECK_THAT(source.facts.server, contains(", primary"));
  CHECK(source.facts.strength == "exported");
  CHECK(source.facts.search_path == "pg_catalog, public, pg_temp");
  CHECK(source.facts.taken.size() == 24);
  CHECK(source.facts.taken.back() == 'Z');
  CHECK_FALSE(source.facts.snapshot.empty());
  const auto off = std::chrono::system_clock::now() - source.facts.now;
  CHECK(off < std::chrono::minutes(1));
  CHECK(off > std::chrono::minutes(-1));
  CHECK(source.scalar("SELECT current_setting('application_name')") == "countercheck");
}

TEST_CASE("a service file may name host and database", "[postgres]") {
  TestDatabase database;
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / (unique_name("service") + ".conf");
  std::ofstream(file) << "[billing]\nhost=" << database.host() << "\nport=" << database.port()
                      << "\ndbname=" << database.name() << "\nuser=postgres\n[empty]\nport=1\n";
  setenv("PGSERVICEFILE", file.c_str(), 1);
  OpenSource source("service=billing");
  CHECK_THAT(source.facts.target, contains("dbname=" + database.name()));
  CHECK_THAT(open_error("service=empty"), contains("does not name a host"));
  CHECK_THAT(open_error("service=absent"), contains("does not name a host"));
  unsetenv("PGSERVICEFILE");
  std::filesystem::remove(file);
}

TEST_CASE("FB-106: a failed connection names the place and never the password", "[postgres]") {
  const std::vector<std::string> targets = {
      "postgresql://checker:s3cret-canary@127.0.0.1:1/billing",
      "host=127.0.0.1 port=1 dbname=billing user=checker password=s3cret-canary"};
  for (const std::string& target : targets) {
    const std::string message = open_error(target);
    CHECK_THAT(message, contains("host=127.0.0.1 port=1 dbname=billing user=checker"));
    CHECK(message.find("canary") == std::string::npos);
    CHECK(message.find('\n') == std::string::npos);
  }
}

TEST_CASE("a refused role and database are named", "[postgres]") {
  TestDatabase database;
  CHECK_THAT(open_error("host=" + database.host() + " port=" + database.port() +
                        " user=postgres dbname=no_such_database"),
             contains("database \"no_such_database\" does not exist"));
  CHECK_THAT(open_error(database.uri("no_such_role")), contains("user=no_such_role"));
}

TEST_CASE("a setting that is no planner or memory setting is refused", "[postgres]") {
  TestDatabase database;
  PostgresOptions options = options_for(database.uri());
  options.settings = {{"work_mem", "256MB"}, {"enable_seqscan", "off"}, {"jit", "off"}};
  OpenSource source(options);
  CHECK(source.scalar("SELECT current_setting('work_mem')") == "256MB");
  options.settings = {{"transaction_read_only", "off"}};
  const auto refused = make_postgres_source(options)->open();
  REQUIRE_FALSE(refused.ok());
  CHECK_THAT(refused.error().message, contains("transaction_read_only"));
  options.settings = {{"work_mem", "a lot"}};
  const auto wrong = make_postgres_source(options)->open();
  REQUIRE_FALSE(wrong.ok());
  CHECK_THAT(wrong.error().message, contains("work_mem"));
  CHECK(is_allowed_setting("temp_buffers"));
  CHECK(is_allowed_setting("constraint_exclusion"));
  CHECK_FALSE(is_allowed_setting("search_path"));
  CHECK_FALSE(is_allowed_setting("row_security"));
}

TEST_CASE("statements of the project run first in every transaction", "[postgres]") {
  TestDatabase database;
  PostgresOptions options = options_for(database.uri());
  options.begin = {"SET LOCAL my.own = 'yes'", "SET LOCAL TimeZone = 'Asia/Tokyo'"};
  OpenSource source(options);
  CHECK(source.scalar("SELECT current_setting('my.own') || current_setting('TimeZone')") ==
        "yesUTC");
}

}  // namespace countercheck::test
