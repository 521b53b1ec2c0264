#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "checker/cli/commands.h"
#include "checker/cli/execute.h"
#include "checker/cli/inputs.h"
#include "checker/cli/signals.h"
#include "checker/model/nearest.h"
#include "checker/plan/plan.h"

namespace countercheck {

namespace {

constexpr const char* kAskId = "ask";

Result<SqlText, Mistakes> read_question(const Arguments& arguments) {
  SqlText sql;
  if (arguments.ask_file.empty()) {
    sql.text = arguments.ask_sql;
    sql.start = {"ask", 1, 1};
    return sql;
  }
  std::ifstream file(arguments.ask_file, std::ios::binary);
  sql.text.assign(std::istreambuf_iterator<char>(file), {});
  if (!file.is_open() || file.bad()) {
    return Mistakes{{{arguments.ask_file, 0, 0}, "the file cannot be read"}};
  }
  sql.start = {arguments.ask_file, 1, 1};
  return sql;
}

// The chosen source, or the only one there is.
Result<std::string, Mistakes> choose_source(const Arguments& arguments, const Project& project) {
  std::vector<std::string> names;
  for (const SourceDeclaration& source : project.sources) {
    names.push_back(source.name);
  }
  if (!arguments.ask_source.empty()) {
    if (std::find(names.begin(), names.end(), arguments.ask_source) != names.end()) {
      return arguments.ask_source;
    }
    return Mistakes{
        {{}, "--source: there is no source " + nearest_hint(arguments.ask_source, names)}};
  }
  if (arguments.sources.size() == 1) {
    return arguments.sources.begin()->first;
  }
  if (names.size() == 1) {
    return names.front();
  }
  return Mistakes{{{},
                   names.empty() ? "ask: name the database with --source NAME=TARGET"
                                 : "ask: choose a source with --source NAME"}};
}

// Parameters of a question are texts unless they look like whole numbers; casts do the rest.
std::vector<ParameterDeclaration> parameters_of(const Arguments& arguments) {
  std::vector<ParameterDeclaration> declarations;
  for (const auto& [name, value] : arguments.parameters) {
    ParameterDeclaration declaration;
    declaration.name = name;
    const std::size_t digits = value.starts_with('-') ? 1 : 0;
    const bool whole = value.size() > digits && value.size() < 19 &&
                       value.find_first_not_of("0123456789", digits) == std::string::npos;
    declaration.type = whole ? BindType::kInteger : BindType::kText;
    declarations.push_back(std::move(declaration));
  }
  return declarations;
}

Rule make_question(SqlText sql, std::string source, const Arguments& arguments) {
  Rule rule;
  rule.id = kAskId;
  rule.name = kAskId;
  rule.title = "No row is returned";
  rule.place = sql.start;
  rule.sources = {std::move(source)};
  rule.violations.both = std::move(sql);
  rule.parameters = parameters_of(arguments);
  return rule;
}

}  // namespace

int ask_command(const Arguments& arguments, Delivery& delivery) {
  const SignalWatch signals;
  const RunIdentity identity = begin_run();
  Result<Inputs, Mistakes> inputs = load_project_inputs(arguments, identity.started);
  if (!inputs) {
    return refuse(std::move(inputs).error(), delivery);
  }
  Result<SqlText, Mistakes> sql = read_question(arguments);
  if (!sql) {
    return refuse(std::move(sql).error(), delivery);
  }
  Result<std::string, Mistakes> source = choose_source(arguments, inputs.value().project);
  if (!source) {
    return refuse(std::move(source).error(), delivery);
  }
  std::map<std::string, Dialect> dialects;
  for (const SourceDeclaration& one : inputs.value().project.sources) {
    dialects.emplace(one.name, one.dialect);
  }
  inputs.value().rules.push_back(make_question(std::move(sql).value(), source.value(), arguments));
  Result<std::vector<PlannedRule>, Mistakes> plan =
      plan_rules(inputs.value().rules, dialects, inputs.value().context);
  if (!plan) {
    return refuse(std::move(plan).error(), delivery);
  }
  Job job{&arguments, &inputs.value(), std::move(plan).value(), identity, true, true};
  return execute(job, delivery, signals);
}

}  // namespace countercheck
