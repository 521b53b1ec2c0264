// The words of the help, and the words of the contract whose features are still to come.
#pragma once

#include <array>
#include <string_view>

namespace countercheck {

inline constexpr std::array<std::string_view, 10> kLaterCommands = {
    "show",   "lint",    "independence", "prove",  "new",
    "accept", "history", "overdue",      "render", "diff"};

inline constexpr std::array<std::string_view, 5> kLaterOptions = {"--known", "--state", "--memory",
                                                                  "--require-proved", "--no-lock"};

inline constexpr const char* kExamples = R"(Examples:
  countercheck run                          all rules of countercheck.toml, found by walking up
  countercheck run billing.toml --source billing=snapshot.db
                                            one rule file against a SQLite file, no project
  countercheck run 'billing.*' -p since=2026-02-01 -o json=result.json
  countercheck ask "SELECT * FROM charges WHERE amount < 0" --source billing=snapshot.db
  countercheck list --tag nightly

Exit status, a sum of bits: 0 every rule holds; 1 a rule is violated; 2 a rule could not be
decided, or looked at nothing; 4 a result could not be written. Alone: 64 the command line, the
project or a rule file is wrong and nothing was checked. 128+n: ended by signal n.)";

inline constexpr const char* kRunExamples = R"(Examples:
  countercheck run
  countercheck run billing.one-charge-per-account-date-item --samples 50 --evidence
  countercheck run rules/billing.toml --source billing=postgresql://auditor@db.example/billing
  countercheck run --key account_id=A-1042        only this account's violations; totals stay
  countercheck run -q -o json=/var/lib/countercheck/last.json     for cron)";

inline constexpr const char* kAskExamples = R"(Examples:
  countercheck ask "SELECT account_id, count(*) FROM charges GROUP BY 1 HAVING count(*) > 9" \
      --source billing=snapshot.db
  countercheck ask -f question.sql --source billing -p since=2026-02-01

No row: 0. Rows: 1. An error: 2.)";

}  // namespace countercheck
