#include "checker/cli/execute.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <random>
#include <set>
#include <utility>

#include "checker/cli/environment.h"
#include "checker/cli/exit_status.h"
#include "checker/cli/logging.h"
#include "checker/cli/progress.h"
#include "checker/cli/sources.h"
#include "checker/engine/engine.h"
#include "checker/engine/fingerprint.h"

namespace countercheck {

namespace {

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

std::string signal_name(int number) {
  switch (number) {
    case 0:
      return "";
    case SIGINT:
      return "SIGINT";
    case SIGTERM:
      return "SIGTERM";
    case SIGHUP:
      return "SIGHUP";
    default:
      return "signal " + std::to_string(number);
  }
}

bool wants_progress(const Arguments& arguments) {
  switch (arguments.progress) {
    case When::kAlways:
      return true;
    case When::kNever:
      return false;
    case When::kAuto:
      break;
  }
  return !arguments.quiet && arguments.verbosity == 0 && isatty(STDERR_FILENO) != 0;
}

// Without a key of the project's own, fingerprints hold within this run only.
Result<std::string, Mistakes> fingerprint_key(const Project& project) {
  if (project.fingerprint_key.empty()) {
    return Fingerprinter::random_key();
  }
  Result<std::string, Mistakes> key = expand_environment(project.fingerprint_key);
  if (!key) {
    return Mistakes{
        {project.fingerprint_key_place, "fingerprint_key: " + key.error().front().message}};
  }
  if (key.value().empty()) {
    return Mistakes{{project.fingerprint_key_place, "fingerprint_key is empty"}};
  }
  return key;
}

EngineOptions options_of(const Job& job, std::string key, const SignalWatch& signals) {
  const Arguments& arguments = *job.arguments;
  EngineOptions options;
  options.samples = arguments.samples;
  options.timeout = arguments.timeout;
  options.evidence = arguments.evidence;
  options.shown_keys = arguments.shown_keys;
  options.jobs = arguments.jobs;
  options.fingerprint_key = std::move(key);
  options.zone = job.inputs->context.zone;
  options.now = job.identity.started;
  options.stop = signals.token();
  return options;
}

void fill_run_facts(const Job& job, int caught, RunResult& result) {
  const TimeZone& zone = job.inputs->context.zone;
  result.run.id = job.identity.id;
  result.run.started = utc_text(job.identity.started);
  result.run.finished = utc_text(std::chrono::system_clock::now());
  result.run.as_of = zone.offset_text(job.inputs->context.as_of);
  result.run.time_zone = zone.name();
  result.run.version = COUNTERCHECK_VERSION;
  result.run.host = host_name();
  result.run.interrupted = signal_name(caught);
  result.run.ad_hoc = job.inputs->ad_hoc || job.is_ask;
  result.run.exit =
      job.is_ask ? exit_of_ask(result) : exit_of(result, job.arguments->fail_on_warning);
  if (caught != 0) {
    result.run.exit = kExitSignalBase + caught;
  }
}

std::set<std::string> sources_read(const std::vector<PlannedRule>& plan) {
  std::set<std::string> names;
  for (const PlannedRule& rule : plan) {
    names.insert(rule.source);
  }
  return names;
}

}  // namespace

RunIdentity begin_run() {
  std::random_device random;
  std::array<char, 17> tail{};
  std::snprintf(tail.data(), tail.size(), "%08x", static_cast<unsigned>(random()));
  const Instant started = std::chrono::system_clock::now();
  std::string id = utc_text(started).substr(0, 19);
  id.erase(std::remove_if(id.begin(), id.end(), [](char one) { return one == '-' || one == ':'; }),
           id.end());
  return {id + "Z-" + tail.data(), started};
}

int refuse(Mistakes mistakes, Delivery& delivery) {
  std::stable_sort(mistakes.begin(), mistakes.end());
  std::string reason;
  for (const Mistake& mistake : mistakes) {
    const std::string line = to_text(mistake);
    std::fprintf(stderr, "%s\n", line.c_str());
    reason += (reason.empty() ? "" : "\n") + line;
  }
  delivery.mark_refused(reason);
  return kExitUsage;
}

int execute(Job& job, Delivery& delivery, const SignalWatch& signals) {
  Result<std::string, Mistakes> key = fingerprint_key(job.inputs->project);
  if (!key) {
    return refuse(std::move(key).error(), delivery);
  }
  delivery.mark_incomplete(job.identity.id, utc_text(job.identity.started));
  std::vector<EngineSource> sources = make_sources(
      job.inputs->project, *job.arguments, SourceChoices{sources_read(job.plan), job.tables_only});
  const EngineOptions options = options_of(job, std::move(key).value(), signals);
  Progress progress(wants_progress(*job.arguments), job.plan.size());
  Result<RunResult, Mistakes> ran = run_rules(job.plan, sources, options, progress);
  progress.clear();
  if (!ran) {
    return refuse(std::move(ran).error(), delivery);
  }
  RunResult result = std::move(ran).value();
  const int caught = signals.caught();
  fill_run_facts(job, caught, result);
  delivery.deliver(result, job.arguments->verbosity);
  const bool adds_bit = caught == 0 && !delivery.delivered();
  return result.run.exit | (adds_bit ? kExitNotDelivered : 0);
}

}  // namespace countercheck
