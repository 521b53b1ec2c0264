// The command line as plain values. Everything that is wrong with it is one message each.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "adapters/result.h"
#include "checker/engine/engine.h"
#include "checker/model/mistake.h"
#include "checker/model/project.h"
#include "checker/report/marker.h"

namespace countercheck {

enum class Command : std::uint8_t { kRun, kAsk, kList };

enum class When : std::uint8_t { kAuto, kAlways, kNever };

// One -o. An empty file is standard output.
struct Output {
  ReportFormat format = ReportFormat::kText;
  std::string file;
};

struct Arguments {
  Command command = Command::kRun;
  std::vector<std::string> rules;  // RULE…: ids, globs or rule files
  std::vector<std::string> tags;
  std::vector<std::string> excluded;  // globs over ids
  std::string project_file;           // -c; "" when absent

  std::string ask_sql;
  std::string ask_file;
  std::string ask_source;  // chosen by name

  std::map<std::string, std::string> sources;     // NAME=TARGET
  std::map<std::string, std::string> parameters;  // -p
  std::map<std::string, std::string> shown_keys;  // --key
  std::map<std::string, std::string> fresh;       // --fresh NAME=off
  std::optional<std::uint32_t> samples;
  EvidenceScope evidence = EvidenceScope::kFirstThree;
  std::size_t jobs = 0;
  std::string as_of;
  std::optional<std::chrono::milliseconds> timeout;
  bool fail_on_warning = false;
  std::optional<IntegrityMode> integrity;
  std::vector<Output> outputs;
  bool quiet = false;
  int verbosity = 0;
  When progress = When::kAuto;
  When color = When::kAuto;
};

// What parsing ends with: arguments to act on, or a text to print and an exit status.
struct ParsedArguments {
  std::optional<Arguments> arguments;
  std::string text;  // help or version
  std::vector<std::string> mistakes;
  std::vector<Output> outputs;  // as far as they could be read, also when there are mistakes
};

[[nodiscard]] ParsedArguments parse_arguments(int count, const char* const* values);

}  // namespace countercheck
