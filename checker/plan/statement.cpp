#include "checker/plan/statement.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "adapters/sqlite/placeholders.h"
#include "checker/model/nearest.h"

namespace countercheck {

namespace {

Result<std::vector<Placeholder>> find_placeholders(const std::string& sql, Dialect dialect) {
  if (dialect == Dialect::kPostgres) {
    return find_postgres_placeholders(sql);
  }
  Result<std::vector<SqlitePlaceholder>> found = find_sqlite_placeholders(sql);
  if (!found) {
    return std::move(found).error();
  }
  std::vector<Placeholder> placeholders;
  for (const SqlitePlaceholder& one : found.value()) {
    const bool named = one.spelling.size() > 1 && one.spelling.front() == ':';
    placeholders.push_back({named ? one.spelling.substr(1) : "", one.spelling, one.offset});
  }
  return placeholders;
}

StatementProblem problem_at(const SqlText& sql, SourceError error) {
  const Place place = error.position ? place_in(sql, *error.position) : sql.start;
  return {std::move(error), place};
}

Mistake undeclared(const SqlText& sql, const Placeholder& placeholder,
                   const DeclaredNames& declared) {
  const Place place = place_in(sql, placeholder.offset);
  if (placeholder.name.empty()) {
    return {place, "placeholder '" + placeholder.spelling +
                       "' cannot be bound: declare a parameter and write it as :name"};
  }
  const std::string what = "undeclared placeholder ";
  if (declared.names.empty()) {
    return {place, what + "'" + placeholder.name + "': declare it under [rule.NAME.param]"};
  }
  const std::vector<std::string> known(declared.names.begin(), declared.names.end());
  return {place, what + nearest_hint(placeholder.name, known)};
}

void check_declared(const PlannedStatement& statement, const std::vector<Placeholder>& placeholders,
                    const DeclaredNames& declared, Mistakes& mistakes) {
  for (const Placeholder& one : placeholders) {
    const bool known =
        !one.name.empty() && (declared.any_name || declared.names.contains(one.name));
    if (!known) {
      mistakes.push_back(undeclared(statement.written, one, declared));
    }
  }
}

void inspect(PlannedStatement& statement) {
  Result<StatementFacts> facts = inspect_postgres(statement.sent.text);
  if (facts) {
    statement.facts = std::move(facts).value();
    return;
  }
  SourceError error = std::move(facts).error();
  if (error.position) {
    error.position = statement.sent.original_offset(*error.position);
  }
  statement.problem = problem_at(statement.written, std::move(error));
}

}  // namespace

PlannedStatement plan_statement(const SqlText& sql, Dialect dialect, const DeclaredNames& declared,
                                Mistakes& mistakes) {
  PlannedStatement statement;
  statement.written = sql;
  statement.sent.text = sql.text;
  if (sql.text.size() > kSqlBytesMax) {
    statement.problem = problem_at(
        sql, {SourceErrorKind::kRefused, "the SQL is longer than 64 KiB", "", std::nullopt});
    return statement;
  }
  Result<std::vector<Placeholder>> found = find_placeholders(sql.text, dialect);
  if (!found && dialect == Dialect::kPostgres && declared.names.empty() && !declared.any_name) {
    // Without parameters the text is sent byte for byte: a slice such as a[1:n] is then no
    // ambiguity, and what is wrong is for the parser to say.
    inspect(statement);
    return statement;
  }
  if (!found) {
    statement.problem = problem_at(sql, std::move(found).error());
    return statement;
  }
  check_declared(statement, found.value(), declared, mistakes);
  for (const Placeholder& one : found.value()) {
    if (std::find(statement.placeholders.begin(), statement.placeholders.end(), one.name) ==
        statement.placeholders.end()) {
      statement.placeholders.push_back(one.name);
    }
  }
  if (dialect == Dialect::kPostgres) {
    statement.sent = rewrite(sql.text, found.value());
    inspect(statement);
  }
  return statement;
}

Query bind_parameters(const PlannedStatement& statement, const std::vector<Binding>& parameters) {
  Query query{statement.sent.text, {}};
  const std::vector<std::string>& names =
      statement.sent.names.empty() ? statement.placeholders : statement.sent.names;
  for (const std::string& name : names) {
    const auto found =
        std::find_if(parameters.begin(), parameters.end(),
                     [&name](const Binding& binding) { return binding.name == name; });
    if (found != parameters.end()) {
      query.bindings.push_back(*found);
    }
  }
  return query;
}

Place place_of(const PlannedStatement& statement, std::size_t sent_offset) {
  return place_in(statement.written, statement.sent.original_offset(sent_offset));
}

Result<PlannedStatement, Mistakes> plan_fixed(const SqlText& sql, Dialect dialect) {
  Mistakes mistakes;
  PlannedStatement statement = plan_statement(sql, dialect, {}, mistakes);
  if (!mistakes.empty()) {
    return mistakes;
  }
  return statement;
}

}  // namespace countercheck
