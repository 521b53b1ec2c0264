// One text to one planned statement.
#pragma once

#include <set>
#include <string>

#include "checker/plan/plan.h"

namespace countercheck {

// Which names a text may use. `any_name` is for evidence, whose placeholders may also be columns of
// the violation, known only later.
struct DeclaredNames {
  std::set<std::string> names;
  bool any_name = false;
};

// Plans one text; mistakes about placeholders are appended to `mistakes`.
[[nodiscard]] PlannedStatement plan_statement(const SqlText& sql, Dialect dialect,
                                              const DeclaredNames& declared, Mistakes& mistakes);

}  // namespace countercheck
