#include <unistd.h>

#include <cstdio>
#include <optional>
#include <string>
#include <utility>

#include "checker/cli/arguments.h"
#include "checker/cli/color.h"
#include "checker/cli/commands.h"
#include "checker/cli/execute.h"
#include "checker/cli/exit_status.h"
#include "checker/cli/logging.h"
#include "checker/cli/output_files.h"

namespace countercheck {

namespace {

int act(const Arguments& arguments) {
  start_logging(arguments.quiet ? -1 : arguments.verbosity,
                wants_color(arguments.color, STDERR_FILENO));
  Delivery delivery(arguments.outputs, arguments.quiet, arguments.color);
  switch (arguments.command) {
    case Command::kRun:
      return run_command(arguments, delivery);
    case Command::kAsk:
      return ask_command(arguments, delivery);
    case Command::kList:
      return list_command(arguments, delivery);
  }
  return kExitUsage;
}

// A misplaced -o must cost nobody a database: such a file is neither written nor marked.
void refuse_inputs_as_outputs(ParsedArguments& parsed) {
  std::erase_if(parsed.outputs, [&parsed](const Output& output) {
    const std::optional<std::string> why =
        output.file.empty() ? std::nullopt : why_not_an_output(output.file);
    if (why) {
      parsed.mistakes.push_back("-o: " + *why);
      parsed.arguments.reset();
    }
    return why.has_value();
  });
}

}  // namespace

int run_program(int count, const char* const* values) {
  ParsedArguments parsed = parse_arguments(count, values);
  refuse_inputs_as_outputs(parsed);
  if (!parsed.text.empty()) {
    return write_stdout(parsed.text) ? kExitNotDelivered : kExitHolds;
  }
  if (!parsed.arguments) {
    Mistakes mistakes;
    for (std::string& mistake : parsed.mistakes) {
      mistakes.push_back({{}, "countercheck: " + std::move(mistake)});
    }
    Delivery delivery(std::move(parsed.outputs), false, When::kNever);
    return refuse(std::move(mistakes), delivery);
  }
  return act(*parsed.arguments);
}

}  // namespace countercheck
