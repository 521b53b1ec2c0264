// SQL as it stands in a rule file or beside it, with the place of its first character.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "checker/load/reading.h"
#include "checker/load/text_file.h"
#include "checker/model/rule.h"

namespace countercheck {

// Which SQL files are in use, over all rule files of one load: none may serve twice, because a
// piece of SQL that two rules share is wrong for both at once.
class SqlFiles {
 public:
  // The place that uses the file already; absent, and the file taken, when there is none.
  [[nodiscard]] std::optional<Place> claim(const FileIdentity& file, const Place& place);

 private:
  std::map<FileIdentity, Place> users_;
};

// A literal string; a string with escapes moves every offset after them, so a backslash is refused.
[[nodiscard]] std::optional<SqlText> read_sql_text(const Entry& entry);

// A literal string, or { postgres = …, sqlite = … } or { file = … }.
[[nodiscard]] std::optional<RuleSql> read_rule_sql(const Entry& entry);

// The names of a table of SQL, for the test that holds them against the schema.
[[nodiscard]] std::vector<std::string> sql_key_names();

}  // namespace countercheck
