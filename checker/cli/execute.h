// One run from planned rules to an exit status: the part that `run` and `ask` have in common.
#pragma once

#include <string>
#include <vector>

#include "checker/cli/arguments.h"
#include "checker/cli/delivery.h"
#include "checker/cli/inputs.h"
#include "checker/cli/signals.h"
#include "checker/plan/plan.h"

namespace countercheck {

// What is known of a run from its first moment on.
struct RunIdentity {
  std::string id;
  Instant started;
};

[[nodiscard]] RunIdentity begin_run();

struct Job {
  const Arguments* arguments = nullptr;
  const Inputs* inputs = nullptr;
  std::vector<PlannedRule> plan;
  RunIdentity identity;
  bool is_ask = false;
  bool tables_only = false;  // integrity of the tables read
};

// Runs, delivers, and returns the exit status.
[[nodiscard]] int execute(Job& job, Delivery& delivery, const SignalWatch& signals);

// Prints mistakes, marks the output files as not run, returns exit status 64.
[[nodiscard]] int refuse(Mistakes mistakes, Delivery& delivery);

}  // namespace countercheck
