// The operators that a Postgres statement uses, written or implied. Private to this layer.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "checker/sql/guard.h"
#include "checker/sql/parse_tree.h"

namespace countercheck {

// Collects, in one walk over a statement. What DISTINCT, GROUP BY, UNION and a plain ORDER BY
// compare with is not among it: Postgres takes that from the type and not from a name.
class Operators {
 public:
  // To be called with every member of every node of the tree.
  void visit(const std::string& key, const ParseTree& value);

  // In order of the text.
  [[nodiscard]] std::vector<FunctionName> take();

  // The place of an operator that is named with a database, the first in order of the text.
  [[nodiscard]] std::optional<std::size_t> overqualified() const { return overqualified_; }

 private:
  void visit_expression(const ParseTree& expression);
  void visit_join(const ParseTree& join);
  void add_names(const ParseTree& names, std::size_t offset);
  void add_implied(const char* name, std::size_t offset);

  std::vector<FunctionName> operators_;
  std::optional<std::size_t> overqualified_;
};

}  // namespace countercheck
