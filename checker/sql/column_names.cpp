#include "checker/sql/column_names.h"

#include <array>
#include <string_view>
#include <utility>

namespace countercheck {

namespace {

// Postgres' own word for a column that nothing gives a name to.
constexpr std::string_view kNoName = "?column?";

// How much a name is worth: a cast or a CASE takes the name from inside only if it is a real one.
struct Name {
  std::string text;
  bool strong = false;
};

using MaybeName = std::optional<Name>;  // absent: not certain

// Nothing that a person writes nests deeper, and the recursion must have an end.
constexpr int kDepthMax = 50;

MaybeName name_of(const ParseTree& node, int depth);

MaybeName strong(std::string_view text) { return Name{std::string(text), true}; }
MaybeName none() { return Name{std::string(kNoName), false}; }

struct Spelling {
  std::string_view node;
  std::string_view name;
};

// Nodes whose name does not depend on what is inside.
constexpr std::array<Spelling, 11> kFixedNames = {{{"A_ArrayExpr", "array"},
                                                   {"RowExpr", "row"},
                                                   {"CoalesceExpr", "coalesce"},
                                                   {"GroupingFunc", "grouping"},
                                                   {"XmlSerialize", "xmlserialize"},
                                                   {"A_Const", kNoName},
                                                   {"BoolExpr", kNoName},
                                                   {"NullTest", kNoName},
                                                   {"BooleanTest", kNoName},
                                                   {"ParamRef", kNoName},
                                                   {"SetToDefault", kNoName}}};

constexpr std::array<Spelling, 15> kValueFunctions = {
    {{"SVFOP_CURRENT_DATE", "current_date"},
     {"SVFOP_CURRENT_TIME", "current_time"},
     {"SVFOP_CURRENT_TIME_N", "current_time"},
     {"SVFOP_CURRENT_TIMESTAMP", "current_timestamp"},
     {"SVFOP_CURRENT_TIMESTAMP_N", "current_timestamp"},
     {"SVFOP_LOCALTIME", "localtime"},
     {"SVFOP_LOCALTIME_N", "localtime"},
     {"SVFOP_LOCALTIMESTAMP", "localtimestamp"},
     {"SVFOP_LOCALTIMESTAMP_N", "localtimestamp"},
     {"SVFOP_CURRENT_ROLE", "current_role"},
     {"SVFOP_CURRENT_USER", "current_user"},
     {"SVFOP_USER", "user"},
     {"SVFOP_SESSION_USER", "session_user"},
     {"SVFOP_CURRENT_CATALOG", "current_catalog"},
     {"SVFOP_CURRENT_SCHEMA", "current_schema"}}};

template <std::size_t N>
MaybeName look_up(const std::array<Spelling, N>& spellings, std::string_view node) {
  for (const Spelling& spelling : spellings) {
    if (spelling.node == node) {
      return Name{std::string(spelling.name), spelling.name != kNoName};
    }
  }
  return std::nullopt;
}

bool has_word(const ParseTree& node, const char* key, std::string_view word) {
  const ParseTree& value = member(node, key);
  return value.is_string() && value.get_ref<const std::string&>() == word;
}

MaybeName last_string(const ParseTree& list) {
  if (!list.is_array() || list.empty()) {
    return std::nullopt;
  }
  const std::string_view text = string_of(list.back());
  return text.empty() ? std::nullopt : strong(text);
}

MaybeName indirection_name(const ParseTree& node, int depth) {
  const ParseTree& steps = member(node, "indirection");
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (step->contains("A_Star")) {
      return std::nullopt;
    }
    if (const std::string_view field = string_of(*step); !field.empty()) {
      return strong(field);
    }
  }
  return name_of(member(node, "arg"), depth);
}

MaybeName cast_name(const ParseTree& node, int depth) {
  const MaybeName inside = name_of(member(node, "arg"), depth);
  if (!inside || inside->strong) {
    return inside;
  }
  MaybeName type = last_string(member(member(node, "typeName"), "names"));
  if (type) {
    type->strong = false;
  }
  return type;
}

MaybeName case_name(const ParseTree& node, int depth) {
  const ParseTree& otherwise = member(node, "defresult");
  if (otherwise.is_null()) {
    return Name{"case", false};
  }
  const MaybeName inside = name_of(otherwise, depth);
  return !inside || inside->strong ? inside : MaybeName(Name{"case", false});
}

MaybeName target_name(const ParseTree& target, int depth) {
  const ParseTree& column = member(target, "ResTarget");
  const ParseTree& alias = member(column, "name");
  return alias.is_string() ? strong(alias.get_ref<const std::string&>())
                           : name_of(member(column, "val"), depth);
}

MaybeName sublink_name(const ParseTree& node, int depth) {
  if (has_word(node, "subLinkType", "EXISTS_SUBLINK")) {
    return strong("exists");
  }
  if (has_word(node, "subLinkType", "ARRAY_SUBLINK")) {
    return strong("array");
  }
  if (!has_word(node, "subLinkType", "EXPR_SUBLINK")) {
    return none();
  }
  const ParseTree& targets = member(member(member(node, "subselect"), "SelectStmt"), "targetList");
  if (!targets.is_array() || targets.empty()) {
    return std::nullopt;  // a set operation or VALUES inside: not worth knowing
  }
  // The inner select has been named already, so that even "?column?" is a real name outside.
  MaybeName inside = target_name(targets.front(), depth);
  if (inside) {
    inside->strong = true;
  }
  return inside;
}

MaybeName name_of(const ParseTree& node, int depth) {
  if (depth >= kDepthMax || !node.is_object() || node.size() != 1) {
    return std::nullopt;
  }
  const std::string& kind = node.begin().key();
  const ParseTree& inside = node.begin().value();
  if (const MaybeName fixed = look_up(kFixedNames, kind)) {
    return fixed;
  }
  if (kind == "ColumnRef") {
    return last_string(member(inside, "fields"));
  }
  if (kind == "FuncCall") {
    return last_string(member(inside, "funcname"));
  }
  if (kind == "A_Indirection") {
    return indirection_name(inside, depth + 1);
  }
  if (kind == "TypeCast") {
    return cast_name(inside, depth + 1);
  }
  if (kind == "CollateClause") {
    return name_of(member(inside, "arg"), depth + 1);
  }
  if (kind == "CaseExpr") {
    return case_name(inside, depth + 1);
  }
  if (kind == "SubLink") {
    return sublink_name(inside, depth + 1);
  }
  if (kind == "A_Expr") {
    return has_word(inside, "kind", "AEXPR_NULLIF") ? strong("nullif") : none();
  }
  if (kind == "MinMaxExpr") {
    return strong(has_word(inside, "op", "IS_LEAST") ? "least" : "greatest");
  }
  if (kind == "SQLValueFunction" && member(inside, "op").is_string()) {
    return look_up(kValueFunctions, member(inside, "op").get_ref<const std::string&>());
  }
  return std::nullopt;
}

std::optional<std::vector<std::string>> names_of_values(const ParseTree& lists) {
  std::vector<std::string> names;
  const ParseTree& items = member(member(lists.front(), "List"), "items");
  for (std::size_t number = 1; number <= items.size(); ++number) {
    names.push_back("column" + std::to_string(number));
  }
  return names;
}

}  // namespace

std::optional<std::vector<std::string>> column_names(const ParseTree& select) {
  const ParseTree* first = &select;
  while (!member(*first, "larg").is_null()) {
    first = &member(*first, "larg");  // UNION takes its names from the leftmost
  }
  if (const ParseTree& lists = member(*first, "valuesLists"); lists.is_array() && !lists.empty()) {
    return names_of_values(lists);
  }
  std::vector<std::string> names;
  for (const ParseTree& target : member(*first, "targetList")) {
    MaybeName name = target_name(target, 0);
    if (!name) {
      return std::nullopt;
    }
    names.push_back(std::move(name->text));
  }
  return names;
}

}  // namespace countercheck
