// The JSON Schemas for editors and the loader must know the same keys: a schema that lags behind
// calls a right file wrong, one that runs ahead promises what is refused.
#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "checker/load/project_keys.h"
#include "checker/load/rule_keys.h"
#include "checker/load/rule_parts.h"
#include "checker/load/source_keys.h"
#include "checker/load/sql_value.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

using nlohmann::json;

json schema(const std::string& name) {
  std::ifstream input(std::string(COUNTERCHECK_SCHEMA_DIR) + "/" + name + ".schema.json");
  REQUIRE(input);
  return json::parse(input);
}

std::set<std::string> property_names(const json& table) {
  std::set<std::string> names;
  for (const auto& property : table.at("properties").items()) {
    names.insert(property.key());
  }
  return names;
}

std::set<std::string> as_set(const std::vector<std::string>& names) {
  return {names.begin(), names.end()};
}

// Every table that lists its keys must refuse all others, as the loader does. Returns how many
// tables there are.
std::size_t count_closed_tables(const json& node) {
  std::size_t count = 0;
  if (node.is_object() && node.contains("properties") && node.contains("type")) {
    INFO(node.dump());
    CHECK(node.at("additionalProperties") == json(false));
    ++count;
  }
  if (node.is_structured()) {
    for (const json& child : node) {
      count += count_closed_tables(child);
    }
  }
  return count;
}

TEST_CASE("the schema of rule files knows the keys of the loader and no others", "[load]") {
  const json rules = schema("rule");
  CHECK(property_names(rules) == std::set<std::string>{"rule"});
  std::map<std::string, std::vector<std::string>> tables = rule_part_key_names();
  tables["rule"] = rule_key_names();
  tables["sqlTable"] = sql_key_names();
  REQUIRE(tables.size() == 6);
  for (const auto& [table, names] : tables) {
    INFO(table);
    REQUIRE_FALSE(names.empty());
    CHECK(property_names(rules.at("definitions").at(table)) == as_set(names));
  }
}

TEST_CASE("the schema of the project file knows the keys of the loader and no others", "[load]") {
  const json project = schema("project");
  CHECK(property_names(project) == as_set(project_key_names()));
  const auto tables = source_key_names();
  REQUIRE(tables.size() == 2);
  for (const auto& [table, names] : tables) {
    INFO(table);
    REQUIRE_FALSE(names.empty());
    CHECK(property_names(project.at("definitions").at(table)) == as_set(names));
  }
}

TEST_CASE("every table of the schemas refuses keys that it does not list", "[load]") {
  CHECK(count_closed_tables(schema("rule")) >= 10);
  CHECK(count_closed_tables(schema("project")) >= 5);
}

}  // namespace
}  // namespace countercheck::test
