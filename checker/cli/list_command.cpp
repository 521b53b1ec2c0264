#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>

#include "checker/cli/commands.h"
#include "checker/cli/execute.h"
#include "checker/cli/exit_status.h"
#include "checker/cli/inputs.h"
#include "checker/cli/logging.h"
#include "checker/cli/output_files.h"

namespace countercheck {

namespace {

std::string sources_of(const Rule& rule) {
  std::string text;
  for (const std::string& source : rule.sources) {
    text += (text.empty() ? "" : ",") + source;
  }
  return text;
}

std::string padded(const std::string& text, std::size_t width) {
  return text.size() < width ? text + std::string(width - text.size(), ' ') : text;
}

std::string table_of(const std::vector<Rule>& rules) {
  std::size_t id_width = 0;
  std::size_t source_width = 0;
  for (const Rule& rule : rules) {
    id_width = std::max(id_width, rule.id.size());
    source_width = std::max(source_width, sources_of(rule).size());
  }
  std::string text;
  for (const Rule& rule : rules) {
    text += padded(rule.id, id_width) + "  " + padded(std::string(to_text(rule.severity)), 7) +
            "  " + padded(sources_of(rule), source_width) + "  " + rule.title +
            (rule.skip ? "  (skip)" : "") + "\n";
  }
  return text;
}

}  // namespace

int list_command(const Arguments& arguments, Delivery& delivery) {
  Result<Inputs, Mistakes> inputs = load_inputs(arguments, std::chrono::system_clock::now());
  if (!inputs) {
    return refuse(std::move(inputs).error(), delivery);
  }
  if (const auto failure = write_stdout(table_of(inputs.value().rules))) {
    log_error(*failure);
    return kExitNotDelivered;
  }
  return kExitHolds;
}

}  // namespace countercheck
