#include "checker/load/rule_file.h"

#include <toml++/toml.h>

#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "checker/load/project_keys.h"
#include "checker/load/reading.h"
#include "checker/load/rule_keys.h"
#include "checker/load/text_file.h"
#include "checker/load/toml_file.h"
#include "checker/load/values.h"

namespace countercheck {

namespace {

// The name of the pack; absent, with a mistake, when ids could not be built from it: a rule is
// named on the command line by its id or by a glob over ids.
std::optional<std::string> pack_of(const std::string& file, Mistakes& mistakes) {
  const std::filesystem::path path(file);
  if (path.extension() != ".toml") {
    mistakes.push_back({{file, 0, 0}, "a rule file's name must end in .toml"});
    return std::nullopt;
  }
  std::string pack = path.stem().string();
  const std::string_view::size_type bad =
      pack.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.");
  if (bad != std::string::npos) {
    mistakes.push_back({{file, 0, 0},
                        "a rule file is named with letters, digits, '-', '_' and '.': its name is "
                        "the first part of the ids of its rules"});
    return std::nullopt;
  }
  return pack;
}

// Reads one rule. With a mistake in it the rule is kept as well, so that a second rule of its id is
// found in the same load; nothing of it leaves the loader.
void read_entry(const Entry& entry, const std::string& pack, RuleLoad& load) {
  const std::string name = entry.name();
  const toml::table* table = entry.value.as_table();
  if (table == nullptr) {
    if (refuse_misplaced(entry.in, entry.scope, entry.key)) {
      return;
    }
    entry.in.refuse(
        entry.key, entry.value.is_array_of_tables()
                       ? "[[rule." + name + "]] is a list; write [rule." + name + "]"
                       : "'" + name + "' must be a rule: write its keys below [rule." + name + "]");
    return;
  }
  if (!is_plain_name(name)) {
    entry.in.refuse(entry.key, "the rule name '" + name +
                                   "' must be of letters, digits, '-' and '_', such as "
                                   "one-charge-per-account-date-item");
  }
  Rule rule;
  rule.pack = pack;
  rule.name = name;
  rule.id = pack + "." + name;
  rule.place = entry.in.file.place_of(*table);
  read_rule(entry.in, *table, entry.scope, rule);
  load.rules.push_back(std::move(rule));
}

// Everything below `rule`, whatever its author made of it.
void read_rules(const Entry& entry, const std::string& pack, RuleLoad& load) {
  const toml::table* table = entry.value.as_table();
  if (table == nullptr) {
    entry.in.refuse(entry.key, entry.value.is_array_of_tables()
                                   ? "[[rule]] has no name; write [rule.NAME]"
                                   : "'rule' must be a table; write [rule.NAME]");
    return;
  }
  const Scope scope{"rule",
                    {},
                    nullptr,
                    {{rule_key_names(),
                      "is a key of a rule, which needs a name: write it "
                      "below a header [rule.NAME]"}}};
  for (const auto& [key, value] : *table) {
    read_entry(Entry{entry.in, scope, key, value}, pack, load);
  }
}

// What may stand at the top of a rule file, with the hints for what often does by mistake.
Scope scope_of_file() {
  // "rules" is a misspelt "rule" here, whatever it means in the project file.
  std::vector<std::string> project_names = project_key_names();
  std::erase(project_names, "rules");
  return {
      "",
      {"rule"},
      nullptr,
      {{rule_key_names(), "is a key of a rule: write it below a header [rule.NAME]"},
       {std::move(project_names), "belongs in the project file; a rule file holds only rules"}}};
}

}  // namespace

void read_rule_text(const std::string& name, std::string text, RuleLoad& load) {
  const auto pack = pack_of(name, load.mistakes);
  const auto file = parse_toml(name, std::move(text), load.mistakes);
  if (!pack || !file) {
    return;
  }
  const Reading in{*file, load.mistakes, &load.sql_files};
  const Scope scope = scope_of_file();
  bool has_rule = false;
  for (const auto& [key, value] : file->root) {
    const Entry entry{in, scope, key, value};
    if (key.str() == "rule") {
      const toml::table* table = value.as_table();
      has_rule = table == nullptr || !table->empty();
      read_rules(entry, *pack, load);
    } else {
      refuse_unknown(entry);
    }
  }
  // A file that lost its rules must not look like one whose rules all hold.
  if (!has_rule) {
    load.mistakes.push_back({{name, 0, 0}, "there is no rule in this file; write [rule.NAME]"});
  }
}

void read_rule_file(const std::string& name, RuleLoad& load) {
  auto text = read_text_file(name, kTomlBytesMax);
  if (!text) {
    load.mistakes.push_back({{name, 0, 0}, "this file " + text.error().reason});
    return;
  }
  read_rule_text(name, std::move(text).value(), load);
}

}  // namespace countercheck
