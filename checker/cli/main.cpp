#include <csignal>
#include <cstdio>
#include <exception>

#include "checker/cli/commands.h"
#include "checker/cli/exit_status.h"

int main(int argc, char** argv) {
  // A reader that goes away is a result not delivered, not a reason to die.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return countercheck::run_program(argc, argv);
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "countercheck: failed: %s\n", failure.what());
  } catch (...) {
    std::fprintf(stderr, "countercheck: failed\n");
  }
  return countercheck::kExitUndecided;
}
