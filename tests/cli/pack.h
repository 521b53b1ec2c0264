// Rule files for tests of the command line, as short as a rule can be.
#pragma once

#include <string>

namespace countercheck::test {

// One rule on source "db" whose population is all of `table`. `more` are further lines of TOML.
inline std::string rule_text(const std::string& name, const std::string& violations,
                             const std::string& table, const std::string& more = "") {
  return "[rule." + name + "]\ntitle = \"" + name + " holds\"\nsource = \"db\"\n" +
         "blind_spots = \"All that its SQL does not name.\"\nviolations = '''\n" + violations +
         "'''\npopulation = '''SELECT count(*) FROM " + table + "'''\n" + more + "\n";
}

inline constexpr const char* kTables =
    "CREATE TABLE usage_line(acct, day, item, qty INTEGER);"
    "CREATE TABLE charge(charge_id INTEGER PRIMARY KEY, acct, day, item, cents INTEGER, run_id,"
    "                    created_at, note);";

// Two clean charges.
inline constexpr const char* kClean =
    "INSERT INTO charge(acct, day, item, cents, run_id) VALUES"
    " ('A-1','2031-04-02','gpu',500,'r1'), ('A-2','2031-04-02','gpu',700,'r1');";

// The first one again.
inline constexpr const char* kDuplicate =
    "INSERT INTO charge(acct, day, item, cents, run_id) VALUES "
    "('A-1','2031-04-02','gpu',500,'r2');";

inline constexpr const char* kDup =
    "SELECT acct, day, item, count(*) AS copies FROM charge GROUP BY acct, day, item"
    " HAVING count(*) > 1";

inline constexpr const char* kNeg = "SELECT charge_id, acct, cents FROM charge WHERE cents < 0";

}  // namespace countercheck::test
