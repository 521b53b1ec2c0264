// Which names of a FROM clause stand for whole rows. Private to this layer.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "checker/sql/parse_tree.h"

namespace countercheck {

// Collects, in one walk over a statement, what its FROM clauses call their items. Scopes are not
// told apart: a name that any item of the statement could give to a single value is not trusted
// anywhere in it.
class RowNames {
 public:
  // To be called with every member of every node of the tree.
  void visit(const std::string& key, const ParseTree& value);

  // Whether `qualifier` in `qualifier.name` can only be a row. To be asked after the whole walk.
  //
  // Postgres takes the alias of a function in FROM for the value itself if the function returns a
  // single value, which only the live catalog knows, so that alias.pg_sleep is pg_sleep(value).
  // Tables, subselects, CTEs, VALUES, XMLTABLE, JSON_TABLE and joins are rows whatever they hold.
  [[nodiscard]] bool is_row(std::string_view qualifier) const;

 private:
  void visit_function(const ParseTree& range_function);

  std::set<std::string, std::less<>> rows_;
  std::set<std::string, std::less<>> values_;
  bool any_value_ = false;  // an item has a name that the text does not show
};

}  // namespace countercheck
