#include "checker/sql/operators.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

namespace countercheck {

namespace {

// Where a node stands; 0 for the first byte, which the parser leaves out, and for "nowhere".
std::size_t offset_of(const ParseTree& node) {
  const ParseTree& location = member(node, "location");
  const auto offset = location.is_number_integer() ? location.get<std::int64_t>() : std::int64_t{0};
  return offset < 0 ? std::size_t{0} : static_cast<std::size_t>(offset);
}

// A join has no place of its own: that of the table it adds is the nearest.
std::size_t offset_of_join(const ParseTree& join) {
  const std::size_t added = offset_of(member(member(join, "rarg"), "RangeVar"));
  return added != 0 ? added : offset_of(member(member(join, "larg"), "RangeVar"));
}

bool is_set(const ParseTree& flag) { return flag.is_boolean() && flag.get<bool>(); }

}  // namespace

void Operators::visit(const std::string& key, const ParseTree& value) {
  if (key == "A_Expr") {
    visit_expression(value);
  } else if (key == "SubLink") {
    const ParseTree& names = member(value, "operName");
    if (!names.is_null()) {
      add_names(names, offset_of(value));
    } else if (!member(value, "testexpr").is_null()) {
      add_implied("=", offset_of(value));  // IN (SELECT …)
    }
  } else if (key == "SortBy") {
    if (const ParseTree& names = member(value, "useOp"); !names.is_null()) {
      add_names(names, offset_of(value));
    }
  } else if (key == "CaseExpr") {
    if (!member(value, "arg").is_null()) {
      add_implied("=", offset_of(value));  // CASE x WHEN y
    }
  } else if (key == "JoinExpr") {
    visit_join(value);
  }
}

std::vector<FunctionName> Operators::take() {
  std::stable_sort(
      operators_.begin(), operators_.end(),
      [](const FunctionName& one, const FunctionName& other) { return one.offset < other.offset; });
  return std::move(operators_);
}

// The parser gives IN, LIKE, IS DISTINCT FROM, NULLIF and ANY the name of their operator, and
// BETWEEN its own, of which Postgres makes two comparisons by name.
void Operators::visit_expression(const ParseTree& expression) {
  const std::size_t offset = offset_of(expression);
  const ParseTree& kind = member(expression, "kind");
  const std::string_view name =
      kind.is_string() ? std::string_view(kind.get_ref<const std::string&>()) : std::string_view{};
  if (name == "AEXPR_BETWEEN" || name == "AEXPR_BETWEEN_SYM") {
    add_implied(">=", offset);
    add_implied("<=", offset);
  } else if (name == "AEXPR_NOT_BETWEEN" || name == "AEXPR_NOT_BETWEEN_SYM") {
    add_implied("<", offset);
    add_implied(">", offset);
  } else {
    add_names(member(expression, "name"), offset);
  }
}

void Operators::visit_join(const ParseTree& join) {
  const ParseTree& columns = member(join, "usingClause");
  if (is_set(member(join, "isNatural")) || (columns.is_array() && !columns.empty())) {
    add_implied("=", offset_of_join(join));
  }
}

void Operators::add_names(const ParseTree& names, std::size_t offset) {
  if (!names.is_array() || names.empty() || names.size() > 2) {
    overqualified_ = std::min(overqualified_.value_or(offset), offset);
    return;
  }
  FunctionName used;
  used.schema = names.size() == 2 ? string_of(names.front()) : std::string_view{};
  used.name = string_of(names.back());
  used.offset = offset;
  operators_.push_back(std::move(used));
}

void Operators::add_implied(const char* name, std::size_t offset) {
  FunctionName used;
  used.name = name;
  used.offset = offset;
  operators_.push_back(std::move(used));
}

}  // namespace countercheck
