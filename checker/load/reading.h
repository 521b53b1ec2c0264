// What every reader of a value needs: the file, the list of mistakes, and where it stands.
#pragma once

#include <toml++/toml.h>

#include <string>
#include <string_view>
#include <vector>

#include "checker/load/toml_file.h"
#include "checker/model/mistake.h"

namespace countercheck {

class SqlFiles;

// Keys that are known, but belong under another header than the one they were found under.
struct Elsewhere {
  std::vector<std::string> names;
  std::string where;  // the end of a sentence that starts with the key's name
};

// A table of the file with the keys that it may have, and the tables around it.
struct Scope {
  std::string path;  // "rule.one-charge.param"; "" for the file itself
  std::vector<std::string> names;
  const Scope* outer = nullptr;
  std::vector<Elsewhere> elsewhere;
};

// The state of reading one file. The file, the list and the register outlive it.
struct Reading {
  const TomlFile& file;
  Mistakes& mistakes;
  SqlFiles* sql_files = nullptr;  // null where SQL may not stand in a file of its own

  void refuse(const toml::node& node, std::string message) const;
  void refuse(const toml::key& key, std::string message) const;
};

// One key with its value, in the table that `scope` tells of.
struct Entry {
  const Reading& in;
  const Scope& scope;
  const toml::key& key;
  const toml::node& value;

  [[nodiscard]] std::string name() const { return std::string(key.str()); }
  void refuse(std::string message) const { in.refuse(value, std::move(message)); }
};

// What a value is, as a user would say it: "text", "a whole number", "inf, which is no number".
[[nodiscard]] std::string kind_of(const toml::node& value);

// "'samples' must be a whole number, not text".
void refuse_kind(const Entry& entry, std::string_view expected);

// True and a mistake when the key belongs to a table around this one, or elsewhere: in TOML every
// key after a header belongs to that header, which is easily forgotten.
bool refuse_misplaced(const Reading& in, const Scope& scope, const toml::key& key);

// A mistake for a key that its table does not know, with the nearest that it does know.
void refuse_unknown(const Entry& entry);

}  // namespace countercheck
