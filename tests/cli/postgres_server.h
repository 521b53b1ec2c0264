// A throw-away database with two clean charges, and rules to run on it.
#pragma once

#include <string>
#include <vector>

#include "tests/support/postgres.h"
#include "tests/support/program.h"

namespace countercheck::test {

inline constexpr const char* kPostgresTables =
    "CREATE TABLE charge(charge_id int PRIMARY KEY, acct text, day date, item text, cents int,"
    "                    note text);"
    "INSERT INTO charge VALUES (1,'A-1','2031-04-02','gpu',500), (2,'A-2','2031-04-02','gpu',700);"
    "CREATE SEQUENCE sq;";

// A query of some seconds that uses no function that a rule may not.
inline constexpr const char* kSlow =
    "SELECT a FROM generate_series(1, 100000) a, generate_series(1, 100000) b WHERE a + b < 0";

struct Server {
  Server() { database.exec(kPostgresTables); }

  Ran run(const std::string& pack, const std::vector<std::string>& more = {},
          const Environment& environment = {}) const {
    folder.write("r.toml", pack);
    std::vector<std::string> arguments = {"run", folder.file("r.toml"), "--source",
                                          "db=" + database.uri()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return countercheck(arguments, environment);
  }

  // With a project file, whose [source.db] gets these lines.
  Ran run_project(const std::string& pack, const std::string& lines, const std::string& uri) const {
    folder.write("r.toml", pack);
    folder.write("countercheck.toml",
                 "rules = [\"r.toml\"]\n[source.db]\npostgres = \"" + uri + "\"\n" + lines + "\n");
    return countercheck({"run", "-c", folder.file("countercheck.toml")});
  }

  TestDatabase database;
  TestFolder folder;
};

}  // namespace countercheck::test
