#include <fnmatch.h>

#include <algorithm>
#include <map>
#include <utility>

#include "checker/cli/commands.h"
#include "checker/cli/execute.h"
#include "checker/cli/inputs.h"
#include "checker/cli/signals.h"
#include "checker/plan/plan.h"

namespace countercheck {

namespace {

std::map<std::string, Dialect> dialects_of(const Project& project) {
  std::map<std::string, Dialect> dialects;
  for (const SourceDeclaration& source : project.sources) {
    dialects.emplace(source.name, source.dialect);
  }
  return dialects;
}

// Patterns such as billing.x@eu choose among the sources of one rule.
Mistakes keep_chosen_sources(const std::vector<std::string>& patterns,
                             std::vector<PlannedRule>& plan) {
  Mistakes mistakes;
  const auto matches = [](const std::string& pattern, const PlannedRule& rule) {
    const std::string& id = pattern.find('@') == std::string::npos ? rule.rule->id : rule.id;
    return fnmatch(pattern.c_str(), id.c_str(), 0) == 0;
  };
  for (const std::string& pattern : patterns) {
    if (pattern.find('@') != std::string::npos &&
        std::none_of(plan.begin(), plan.end(),
                     [&](const PlannedRule& rule) { return matches(pattern, rule); })) {
      mistakes.push_back({{}, "'" + pattern + "' matches no rule with that source"});
    }
  }
  if (!patterns.empty() && mistakes.empty()) {
    std::erase_if(plan, [&](const PlannedRule& rule) {
      return std::none_of(patterns.begin(), patterns.end(),
                          [&](const std::string& pattern) { return matches(pattern, rule); });
    });
  }
  return mistakes;
}

Mistakes drop_excluded_sources(const std::vector<std::string>& patterns,
                               std::vector<PlannedRule>& plan) {
  for (const std::string& pattern : patterns) {
    if (pattern.find('@') == std::string::npos) {
      continue;
    }
    const std::size_t dropped = std::erase_if(plan, [&pattern](const PlannedRule& rule) {
      return fnmatch(pattern.c_str(), rule.id.c_str(), 0) == 0;
    });
    if (dropped == 0) {
      return {{{}, "--exclude: '" + pattern + "' matches no rule with that source"}};
    }
  }
  if (plan.empty()) {
    return {{{}, "the selection leaves no rule"}};
  }
  return {};
}

}  // namespace

int run_command(const Arguments& arguments, Delivery& delivery) {
  // First of all, so that every thread to come leaves the signals to the watch.
  const SignalWatch signals;
  const RunIdentity identity = begin_run();
  Result<Inputs, Mistakes> inputs = load_inputs(arguments, identity.started);
  if (!inputs) {
    return refuse(std::move(inputs).error(), delivery);
  }
  Result<std::vector<PlannedRule>, Mistakes> plan =
      plan_rules(inputs.value().rules, dialects_of(inputs.value().project), inputs.value().context);
  if (!plan) {
    return refuse(std::move(plan).error(), delivery);
  }
  Job job{&arguments, &inputs.value(), std::move(plan).value(),
          identity,   false,           !inputs.value().patterns.empty()};
  Mistakes mistakes = keep_chosen_sources(inputs.value().patterns, job.plan);
  if (mistakes.empty()) {
    mistakes = drop_excluded_sources(arguments.excluded, job.plan);
  }
  if (!mistakes.empty()) {
    return refuse(std::move(mistakes), delivery);
  }
  return execute(job, delivery, signals);
}

}  // namespace countercheck
