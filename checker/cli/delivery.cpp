#include "checker/cli/delivery.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "checker/cli/color.h"
#include "checker/cli/logging.h"
#include "checker/cli/output_files.h"
#include "checker/report/json_report.h"
#include "checker/report/marker.h"
#include "checker/report/text_report.h"

namespace countercheck {

namespace {

constexpr std::size_t kWidthWithoutTerminal = 120;

std::size_t terminal_width() {
  winsize size{};
  if (isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
      size.ws_col > 0) {
    return size.ws_col;
  }
  return kWidthWithoutTerminal;
}

bool is_quiet_worthy(const RuleResult& rule) {
  switch (rule.verdict) {
    case Verdict::kHolds:
    case Verdict::kKnown:
    case Verdict::kSkipped:
      return true;
    case Verdict::kVacuous:
      return rule.empty_allowed;
    case Verdict::kViolated:
    case Verdict::kUndecided:
      return false;
  }
  return false;
}

bool all_is_well(const RunResult& result) {
  return result.run.exit == 0 && result.run.interrupted.empty() &&
         std::all_of(result.rules.begin(), result.rules.end(), is_quiet_worthy);
}

}  // namespace

Delivery::Delivery(std::vector<Output> outputs, bool quiet, When color)
    : outputs_(std::move(outputs)), quiet_(quiet), color_(wants_color(color, STDOUT_FILENO)) {
  const bool has_stdout = std::any_of(outputs_.begin(), outputs_.end(),
                                      [](const Output& output) { return output.file.empty(); });
  if (!has_stdout) {
    outputs_.push_back({ReportFormat::kText, ""});
  }
}

void Delivery::note(const std::string& failure) {
  delivered_ = false;
  log_error(failure);
}

void Delivery::write_marker(const Output& output, const std::string& marker) {
  if (output.file.empty() || is_special_file(output.file)) {
    return;
  }
  if (const std::optional<std::string> failure = replace_file(output.file, marker)) {
    note(*failure);
  }
}

void Delivery::mark_incomplete(const std::string& run_id, const std::string& started) {
  for (const Output& output : outputs_) {
    write_marker(output, incomplete_marker(output.format, run_id, started));
  }
}

void Delivery::mark_refused(const std::string& reason) {
  for (const Output& output : outputs_) {
    write_marker(output, refused_marker(output.format, reason));
  }
}

void Delivery::deliver(const RunResult& result, int verbosity) {
  const auto text_of = [&result, verbosity](const Output& output, bool color) {
    if (output.format == ReportFormat::kJson) {
      return json_report(result);
    }
    TextOptions options;
    options.color = color;
    options.verbose = verbosity > 0;
    options.width = output.file.empty() ? terminal_width() : kWidthWithoutTerminal;
    return text_report(result, options);
  };
  // Files first: standard output is the place that says so when one of them failed.
  for (const Output& output : outputs_) {
    if (!output.file.empty()) {
      if (const auto failure = replace_file(output.file, text_of(output, false))) {
        note(*failure);
      }
    }
  }
  for (const Output& output : outputs_) {
    if (output.file.empty() && !(quiet_ && all_is_well(result))) {
      if (const auto failure = write_stdout(text_of(output, color_))) {
        note(*failure);
      }
    }
  }
}

}  // namespace countercheck
