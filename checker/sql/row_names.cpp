#include "checker/sql/row_names.h"

#include <array>

namespace countercheck {

namespace {

// What a FROM clause may hold that is a row under its alias. Others are not trusted to be one.
constexpr std::array<const char*, 4> kRowItems = {"RangeSubselect", "RangeTableFunc", "JsonTable",
                                                  "JoinExpr"};

std::string text_of(const ParseTree& node) {
  return node.is_string() ? node.get<std::string>() : std::string{};
}

std::string alias_of(const ParseTree& item) {
  return text_of(member(member(item, "alias"), "aliasname"));
}

}  // namespace

void RowNames::visit(const std::string& key, const ParseTree& value) {
  if (key == "RangeFunction") {
    visit_function(value);
    return;
  }
  if (key == "RangeVar") {
    const std::string alias = alias_of(value);
    rows_.insert(alias.empty() ? text_of(member(value, "relname")) : alias);
    return;
  }
  for (const char* item : kRowItems) {
    if (key == item) {
      rows_.insert(alias_of(value));
      rows_.insert(text_of(member(member(value, "join_using_alias"), "aliasname")));
    }
  }
}

bool RowNames::is_row(std::string_view qualifier) const {
  return !any_value_ && rows_.contains(qualifier) && !values_.contains(qualifier);
}

// Without an alias the item is called like its function, and ROWS FROM like the first one. CAST,
// COALESCE and the like in that place get names that are not worth guessing.
void RowNames::visit_function(const ParseTree& range_function) {
  const std::string alias = alias_of(range_function);
  if (!alias.empty()) {
    values_.insert(alias);
    return;
  }
  const ParseTree& functions = member(range_function, "functions");
  bool named = false;
  if (functions.is_array() && !functions.empty()) {
    // Each is a list of the call and its column definitions.
    const ParseTree& items = member(member(functions.front(), "List"), "items");
    if (items.is_array() && !items.empty()) {
      const ParseTree& names = member(member(items.front(), "FuncCall"), "funcname");
      if (names.is_array() && !names.empty()) {
        values_.emplace(string_of(names.back()));
        named = true;
      }
    }
  }
  any_value_ = any_value_ || !named;
}

}  // namespace countercheck
