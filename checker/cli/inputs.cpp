#include "checker/cli/inputs.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "adapters/postgres/postgres_source.h"
#include "checker/cli/selection.h"
#include "checker/load/project_loader.h"
#include "checker/load/rule_loader.h"
#include "checker/model/nearest.h"

namespace countercheck {

namespace {

namespace fs = std::filesystem;

bool is_postgres_uri(const std::string& target) {
  return target.starts_with("postgresql://") || target.starts_with("postgres://");
}

// What was meant for Postgres must not be taken for the name of a file, and be printed as one.
bool looks_like_connection(const std::string& target) {
  return !is_postgres_uri(target) &&
         (target.find(":/") != std::string::npos || target.find("password=") != std::string::npos ||
          target.find("dbname=") != std::string::npos || target.find("host=") != std::string::npos);
}

bool is_rule_file(const std::string& argument) {
  std::error_code error;
  return argument.ends_with(".toml") || argument.find('/') != std::string::npos ||
         fs::is_directory(argument, error);
}

Result<Project, Mistakes> read_project(const Arguments& arguments) {
  if (!arguments.project_file.empty()) {
    return load_project(arguments.project_file);
  }
  std::error_code error;
  const std::optional<std::string> found = find_project_file(fs::current_path(error).string());
  return found ? load_project(*found) : Project{};
}

// A source of the command line takes the place of a declared one, and keeps what was declared of it
// as long as it is the same kind of database.
void apply_source(Project& project, const std::string& name, const std::string& target) {
  const Dialect dialect = is_postgres_uri(target) ? Dialect::kPostgres : Dialect::kSqlite;
  const auto found =
      std::find_if(project.sources.begin(), project.sources.end(),
                   [&name](const SourceDeclaration& one) { return one.name == name; });
  SourceDeclaration declaration;
  if (found != project.sources.end() && found->dialect == dialect) {
    declaration = *found;
  }
  declaration.name = name;
  declaration.dialect = dialect;
  declaration.target = target;
  declaration.target_place = {};
  declaration.expand_target = false;
  if (found != project.sources.end()) {
    *found = std::move(declaration);
  } else {
    project.sources.push_back(std::move(declaration));
  }
}

std::vector<std::string> names_of(const Project& project) {
  std::vector<std::string> names;
  for (const SourceDeclaration& source : project.sources) {
    names.push_back(source.name);
  }
  return names;
}

void check_settings(const Project& project, Mistakes& mistakes) {
  for (const SourceDeclaration& source : project.sources) {
    for (const auto& [name, value] : source.settings) {
      if (!is_allowed_setting(name)) {
        mistakes.push_back({source.place, "source '" + source.name + "': setting '" + name +
                                              "' is not allowed; only planner and memory settings "
                                              "are, which change no answer"});
      }
    }
  }
}

void check_fresh_names(const Arguments& arguments, const Project& project, Mistakes& mistakes) {
  for (const auto& [name, value] : arguments.fresh) {
    const auto found = std::find_if(
        project.sources.begin(), project.sources.end(),
        [&wanted = name](const SourceDeclaration& source) { return source.name == wanted; });
    if (found == project.sources.end()) {
      mistakes.push_back(
          {{}, "--fresh: there is no source " + nearest_hint(name, names_of(project))});
    } else if (!found->fresh) {
      mistakes.push_back({{}, "--fresh: source '" + name + "' declares no `fresh`"});
    }
  }
}

void read_time(const Arguments& arguments, Instant now, Inputs& inputs, Mistakes& mistakes) {
  const std::optional<TimeZone> zone = TimeZone::find(inputs.project.time_zone);
  if (!zone) {
    mistakes.push_back(
        {inputs.project.time_zone_place, "unknown time zone '" + inputs.project.time_zone + "'"});
    return;
  }
  inputs.context.zone = *zone;
  inputs.context.as_of = now;
  if (arguments.as_of.empty()) {
    return;
  }
  const std::optional<Instant> as_of = zone->parse(arguments.as_of);
  if (as_of) {
    inputs.context.as_of = *as_of;
  } else {
    mistakes.push_back({{},
                        "--as-of: expected a date or a time such as 2026-02-18 or "
                        "2026-02-18T06:00:00Z, not '" +
                            arguments.as_of + "'"});
  }
}

// The parameters that the command line names must be somebody's.
void check_given_parameters(const Inputs& inputs, Mistakes& mistakes) {
  std::vector<std::string> declared;
  for (const Rule& rule : inputs.rules) {
    for (const ParameterDeclaration& parameter : rule.parameters) {
      declared.push_back(parameter.name);
    }
  }
  std::sort(declared.begin(), declared.end());
  declared.erase(std::unique(declared.begin(), declared.end()), declared.end());
  for (const auto& [name, value] : inputs.context.given) {
    if (!std::binary_search(declared.begin(), declared.end(), name)) {
      mistakes.push_back(
          {{}, "-p: no selected rule declares a parameter " + nearest_hint(name, declared)});
    }
  }
}

Result<std::vector<Rule>, Mistakes> load_all_rules(const Arguments& arguments,
                                                   const Project& project,
                                                   std::vector<std::string>& patterns) {
  std::vector<std::string> files;
  for (const std::string& argument : arguments.rules) {
    (is_rule_file(argument) ? files : patterns).push_back(argument);
  }
  if (!files.empty()) {
    return load_rules(files, {});
  }
  if (project.file.empty()) {
    return Mistakes{{{},
                     "no countercheck.toml here or above: give a rule file, or the project "
                     "with -c FILE"}};
  }
  if (project.rules.empty()) {
    return Mistakes{{{project.file, 0, 0}, "the project names no `rules`"}};
  }
  return load_rules(project.rules, project.rules_places);
}

}  // namespace

Result<Inputs, Mistakes> load_project_inputs(const Arguments& arguments, Instant now) {
  Result<Project, Mistakes> project = read_project(arguments);
  if (!project) {
    return std::move(project).error();
  }
  Inputs inputs;
  Mistakes mistakes;
  inputs.project = std::move(project).value();
  for (const auto& [name, target] : arguments.sources) {
    if (looks_like_connection(target)) {
      mistakes.push_back({{},
                          "--source: the target of '" + name +
                              "' is neither a file nor a URI "
                              "that begins with postgresql:// (it is not repeated here, since it "
                              "may hold a password)"});
    }
    apply_source(inputs.project, name, target);
  }
  std::sort(inputs.project.sources.begin(), inputs.project.sources.end(),
            [](const SourceDeclaration& left, const SourceDeclaration& right) {
              return left.name < right.name;
            });
  check_settings(inputs.project, mistakes);
  check_fresh_names(arguments, inputs.project, mistakes);
  read_time(arguments, now, inputs, mistakes);
  inputs.context.given = arguments.parameters;
  inputs.ad_hoc = !arguments.rules.empty() || !arguments.tags.empty() ||
                  !arguments.excluded.empty() || !arguments.sources.empty() ||
                  !arguments.parameters.empty() || !arguments.as_of.empty();
  if (!mistakes.empty()) {
    return mistakes;
  }
  return inputs;
}

Result<Inputs, Mistakes> load_inputs(const Arguments& arguments, Instant now) {
  Result<Inputs, Mistakes> loaded = load_project_inputs(arguments, now);
  Mistakes mistakes = loaded ? Mistakes{} : loaded.error();
  Inputs inputs = loaded ? std::move(loaded).value() : Inputs{};
  Result<std::vector<Rule>, Mistakes> rules =
      load_all_rules(arguments, inputs.project, inputs.patterns);
  // Without its project, the absence of rules is no mistake of its own.
  if (!rules && (mistakes.empty() || !arguments.rules.empty())) {
    mistakes.insert(mistakes.end(), rules.error().begin(), rules.error().end());
  }
  if (!rules || !mistakes.empty()) {
    return mistakes;
  }
  Result<std::vector<Rule>, Mistakes> selected =
      select_rules(std::move(rules).value(), {inputs.patterns, arguments.tags, arguments.excluded});
  if (!selected) {
    return std::move(selected).error();
  }
  inputs.rules = std::move(selected).value();
  mistakes = check_sources(inputs.rules, names_of(inputs.project));
  check_given_parameters(inputs, mistakes);
  if (!mistakes.empty()) {
    return mistakes;
  }
  return inputs;
}

}  // namespace countercheck
