#include "checker/load/project_keys.h"

#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <utility>

#include "checker/load/key_table.h"
#include "checker/load/source_keys.h"
#include "checker/load/values.h"
#include "checker/time/time_zone.h"

namespace countercheck {

namespace {

// Each path keeps its own place, at which a missing file is reported later.
void read_rules_key(const Entry& entry, Project& project) {
  if (!read_names(entry, EmptyList::kRefused)) {
    return;
  }
  for (const toml::node& element : *entry.value.as_array()) {
    const std::string path = element.value<std::string>().value_or("");
    if (holds_no_variable(entry.in, element, path)) {
      project.rules.push_back(join_path(project.directory, path));
      project.rules_places.push_back(entry.in.file.place_of(element));
    }
  }
}

// An unknown zone is refused here, since every relative date is reckoned in it.
void read_timezone(const Entry& entry, Project& project) {
  project.time_zone_place = entry.in.file.place_of(entry.value);
  const auto name = read_line(entry);
  if (!name) {
    return;
  }
  if (TimeZone::find(*name)) {
    project.time_zone = *name;
  } else {
    entry.refuse("unknown time zone '" + *name + "'; write a name such as \"Europe/London\"");
  }
}

void read_fingerprint_key(const Entry& entry, Project& project) {
  project.fingerprint_key_place = entry.in.file.place_of(entry.value);
  project.fingerprint_key = read_expandable(entry).value_or("");
}

std::string folded(std::string name) {
  for (char& letter : name) {
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return name;
}

// A value that is no table is most often a key of a source written without its name.
void read_one_source(const Entry& entry, Project& project) {
  const toml::table* table = entry.value.as_table();
  if (table == nullptr) {
    if (!refuse_misplaced(entry.in, entry.scope, entry.key)) {
      refuse_kind(entry, "a source: write its keys below [source." + entry.name() + "]");
    }
    return;
  }
  if (!is_plain_name(entry.name())) {
    entry.in.refuse(entry.key, "the source name '" + entry.name() +
                                   "' must be of letters, digits, '-' and '_'");
  }
  project.sources.push_back(read_source_table(entry, *table, project.directory));
}

void read_sources(const Entry& entry, Project& project) {
  const toml::table* table = entry.value.as_table();
  if (table == nullptr) {
    entry.in.refuse(entry.key, entry.value.is_array_of_tables()
                                   ? "[[source]] has no name; write [source.NAME]"
                                   : "'source' must be a table; write [source.NAME]");
    return;
  }
  const Scope scope{"source",
                    {},
                    &entry.scope,
                    {{source_key_names().at("source"),
                      "is a key of a source, which needs a name: write it below a header "
                      "[source.NAME]"}}};
  for (const auto& [key, value] : *table) {
    read_one_source(Entry{entry.in, scope, key, value}, project);
  }
  // The parser has them sorted by name already; ids end in these names, and case is no difference.
  std::map<std::string, const SourceDeclaration*> first;
  for (const SourceDeclaration& source : project.sources) {
    const auto [known, is_new] = first.emplace(folded(source.name), &source);
    if (!is_new) {
      entry.in.mistakes.push_back(
          {source.place, "source '" + source.name + "' and source '" + known->second->name +
                             "' differ in upper and lower case only; the other is at " +
                             to_text(known->second->place)});
    }
  }
}

// Rows without a reader are frozen keys whose feature is not built yet.
constexpr std::array<KeyRow<Project>, 7> kProjectRows = {{
    {"rules", read_rules_key},
    {"timezone", read_timezone},
    {"state"},
    {"known"},
    {"fingerprint_key", read_fingerprint_key},
    {"source", read_sources},
    {"independence"},
}};

}  // namespace

void read_project(const Reading& in, Project& project) {
  const Scope scope{
      "",
      project_key_names(),
      nullptr,
      {{source_key_names().at("source"), "is a key of a source: write it below [source.NAME]"},
       {{"rule"}, "belongs in a rule file of its own; name that file in 'rules'"}}};
  read_keys<Project>(in, in.file.root, scope, kProjectRows, project);
  std::sort(project.sources.begin(), project.sources.end(),
            [](const auto& left, const auto& right) { return left.name < right.name; });
}

std::vector<std::string> project_key_names() { return names_of<Project>(kProjectRows); }

}  // namespace countercheck
