// One rule file: the rules in its text.
#pragma once

#include <string>
#include <vector>

#include "checker/load/sql_value.h"
#include "checker/model/mistake.h"
#include "checker/model/rule.h"

namespace countercheck {

// What several files of one load have in common.
struct RuleLoad {
  std::vector<Rule> rules;  // complete only when there are no mistakes
  Mistakes mistakes;
  SqlFiles sql_files;
};

// Adds the rules of the text of the file `name` ("rules/billing.toml"), or mistakes.
void read_rule_text(const std::string& name, std::string text, RuleLoad& load);

// The same from disk.
void read_rule_file(const std::string& name, RuleLoad& load);

}  // namespace countercheck
