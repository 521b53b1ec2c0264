#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "checker/sql/function_rules.h"
#include "checker/sql/guard.h"

namespace countercheck {

namespace {

using ReadsThrough = std::map<std::string, std::string>;

bool could_run(const FunctionName& called, const FunctionFacts& facts) {
  return facts.name == called.name && (called.schema.empty() || facts.schema == called.schema);
}

std::string full_name(const FunctionFacts& facts) { return facts.schema + "." + facts.name; }

bool is_allowed(const FunctionFacts& facts, const ReadsThrough& reads_through) {
  return reads_through.contains(facts.name) || reads_through.contains(full_name(facts));
}

std::string with_cure(const std::string& message, const FunctionFacts& facts) {
  return message + "; write it out in the rule, or list \"" + full_name(facts) +
         "\" in reads_through with a reason";
}

// A call that does not look like one is told as what it is.
std::string told(const FunctionName& called, const std::string& function) {
  return called.form == CallForm::kCall
             ? "function " + function
             : "a field `" + called.name + "` that is no column calls function " + function +
                   ", which";
}

// Why one overload may not run; absent when it may.
std::optional<std::string> judge_overload(const FunctionName& called, const FunctionFacts& facts,
                                          const ReadsThrough& reads_through) {
  const std::string name = told(called, full_name(facts));
  if (!facts.builtin) {
    if (is_allowed(facts, reads_through)) {
      return std::nullopt;
    }
    return with_cure(name + " is not part of Postgres, and the rule could run it", facts);
  }
  // No built-in that takes a whole row does any harm, and columns are often named like one.
  const bool column = called.form == CallForm::kColumnOfRow ||
                      (called.form == CallForm::kFieldOfValue && is_never_a_field(facts.name));
  if (column || facts.volatility == 'i' || facts.volatility == 's') {
    return std::nullopt;
  }
  if (!is_harmless_volatile(facts.name)) {
    return name + " is volatile and may have effects, which no rule may have";
  }
  return is_allowed(facts, reads_through)
             ? std::nullopt
             : std::optional(
                   with_cure(name + " is volatile, so two runs on one snapshot can differ", facts));
}

std::optional<std::string> judge_call(const FunctionName& called,
                                      std::span<const FunctionFacts> catalog,
                                      const ReadsThrough& reads_through) {
  const std::string written =
      called.schema.empty() ? called.name : called.schema + "." + called.name;
  const bool known = std::any_of(catalog.begin(), catalog.end(), [&](const FunctionFacts& facts) {
    return could_run(called, facts);
  });
  if (!known) {
    return called.form == CallForm::kCall
               ? std::optional("there is no function " + written +
                               "; where it is meant as a type, write CAST(… AS " + written + ")")
               : std::nullopt;
  }
  const std::optional<std::string_view> denied = why_denied(called.name);
  if (denied && called.form != CallForm::kColumnOfRow) {
    return told(called, written) + " " + std::string(*denied);
  }
  for (const FunctionFacts& facts : catalog) {
    if (!could_run(called, facts)) {
      continue;
    }
    if (std::optional<std::string> reason = judge_overload(called, facts, reads_through)) {
      return reason;
    }
  }
  return std::nullopt;
}

// The name behind the last point: an operator's has none, a schema's may have.
std::string_view bare_name(std::string_view full) { return full.substr(full.rfind('.') + 1); }

std::optional<std::string> judge_operator(const FunctionName& used,
                                          std::span<const std::string> user_operators,
                                          const ReadsThrough& reads_through) {
  if (used.schema == "pg_catalog" || reads_through.contains(used.name)) {
    return std::nullopt;
  }
  std::vector<std::string> suspects;
  if (!used.schema.empty()) {
    suspects.push_back(used.schema + "." + used.name);
  } else {
    std::copy_if(user_operators.begin(), user_operators.end(), std::back_inserter(suspects),
                 [&](const std::string& full) { return bare_name(full) == used.name; });
  }
  for (const std::string& suspect : suspects) {
    if (!reads_through.contains(suspect)) {
      return "operator " + suspect + " is not part of Postgres, and the rule could run it; write " +
             "OPERATOR(pg_catalog." + used.name + ") in its place, or list \"" + suspect +
             "\" in reads_through with a reason";
    }
  }
  return std::nullopt;
}

}  // namespace

Result<Done> judge_functions(std::span<const FunctionName> called,
                             std::span<const FunctionFacts> catalog,
                             const ReadsThrough& reads_through) {
  for (const FunctionName& function : called) {
    if (std::optional<std::string> reason = judge_call(function, catalog, reads_through)) {
      return SourceError{SourceErrorKind::kRefused, *std::move(reason), {}, function.offset};
    }
  }
  return Done{};
}

Result<Done> judge_operators(std::span<const FunctionName> used,
                             std::span<const std::string> user_operators,
                             const ReadsThrough& reads_through) {
  for (const FunctionName& one : used) {
    if (std::optional<std::string> reason = judge_operator(one, user_operators, reads_through)) {
      return SourceError{SourceErrorKind::kRefused, *std::move(reason), {}, one.offset};
    }
  }
  return Done{};
}

}  // namespace countercheck
