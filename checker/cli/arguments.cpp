#include "checker/cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include "checker/cli/help.h"
#include "checker/model/nearest.h"
#include "checker/time/duration.h"

namespace countercheck {

namespace {

using Mistaken = std::vector<std::string>;

constexpr std::array<std::string_view, 5> kLaterFormats = {"junit", "markdown", "html",
                                                           "prometheus", "github"};

// Options as CLI11 fills them in, before they are judged.
struct Raw {
  Arguments arguments;
  std::vector<std::string> sources;
  std::vector<std::string> parameters;
  std::vector<std::string> keys;
  std::vector<std::string> fresh;
  std::vector<std::string> outputs;
  std::string samples;
  std::string evidence;
  std::string jobs;
  std::string timeout;
  std::string fail_on;
  std::string integrity;
  std::string progress = "auto";
  std::string color = "auto";
};

void split_pairs(const std::vector<std::string>& given, const char* flag,
                 std::map<std::string, std::string>& pairs, Mistaken& mistakes) {
  for (const std::string& one : given) {
    const std::size_t equals = one.find('=');
    if (equals == std::string::npos || equals == 0) {
      // The text may be a target with a password in it, so it is not repeated.
      mistakes.push_back(std::string(flag) + ": expected NAME=VALUE");
      continue;
    }
    const std::string name = one.substr(0, equals);
    if (!pairs.emplace(name, one.substr(equals + 1)).second) {
      mistakes.push_back(std::string(flag) + ": '" + name + "' is given twice");
    }
  }
}

std::optional<std::uint32_t> whole_number(const std::string& text, std::uint32_t largest) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number <= largest ? std::optional(number) : std::nullopt;
}

void read_output(const std::string& text, std::vector<Output>& outputs, Mistaken& mistakes) {
  const std::size_t equals = text.find('=');
  const std::string format = text.substr(0, equals);
  Output output;
  output.file = equals == std::string::npos ? "" : text.substr(equals + 1);
  if (equals != std::string::npos && output.file.empty()) {
    mistakes.push_back("-o " + text + ": the file name is missing");
    return;
  }
  if (format == "text") {
    output.format = ReportFormat::kText;
  } else if (format == "json") {
    output.format = ReportFormat::kJson;
  } else if (std::find(kLaterFormats.begin(), kLaterFormats.end(), format) != kLaterFormats.end()) {
    mistakes.push_back("-o " + format + " is not supported yet; there are text and json");
    return;
  } else {
    mistakes.push_back("-o: unknown format " + nearest_hint(format, {"text", "json"}));
    return;
  }
  outputs.push_back(output);
}

void read_outputs(const Raw& raw, std::vector<Output>& outputs, Mistaken& mistakes) {
  for (const std::string& text : raw.outputs) {
    read_output(text, outputs, mistakes);
  }
  std::vector<std::string> files;
  for (const Output& output : outputs) {
    files.push_back(output.file);
  }
  std::sort(files.begin(), files.end());
  const auto twice = std::adjacent_find(files.begin(), files.end());
  if (twice != files.end()) {
    mistakes.push_back(twice->empty() ? "-o: only one format can go to standard output"
                                      : "-o: two formats cannot go to one file, " + *twice);
  }
}

std::optional<When> when_of(const std::string& text) {
  if (text == "auto") {
    return When::kAuto;
  }
  if (text == "always") {
    return When::kAlways;
  }
  return text == "never" ? std::optional(When::kNever) : std::nullopt;
}

void read_when(const std::string& text, const char* flag, When& when, Mistaken& mistakes) {
  if (const std::optional<When> read = when_of(text)) {
    when = *read;
  } else {
    mistakes.push_back(std::string(flag) + ": expected auto, always or never, not '" + text + "'");
  }
}

void read_numbers(const Raw& raw, Arguments& arguments, Mistaken& mistakes) {
  constexpr std::uint32_t kSamplesMax = 10'000;
  constexpr std::uint32_t kJobsMax = 256;
  if (!raw.samples.empty()) {
    arguments.samples = whole_number(raw.samples, kSamplesMax);
    if (!arguments.samples) {
      mistakes.push_back("--samples: expected a whole number from 0 to 10000, not '" + raw.samples +
                         "'");
    }
  }
  if (!raw.jobs.empty()) {
    const std::optional<std::uint32_t> jobs = whole_number(raw.jobs, kJobsMax);
    if (jobs && *jobs > 0) {
      arguments.jobs = *jobs;
    } else {
      mistakes.push_back("--jobs: expected a whole number from 1 to 256, not '" + raw.jobs + "'");
    }
  }
  if (!raw.timeout.empty()) {
    arguments.timeout = parse_duration(raw.timeout);
    if (!arguments.timeout || arguments.timeout->count() == 0) {
      mistakes.push_back("--timeout: expected a duration such as 90s or 10min, not '" +
                         raw.timeout + "'");
    }
  }
}

void read_words(const Raw& raw, Arguments& arguments, Mistaken& mistakes) {
  if (raw.evidence == "none") {
    arguments.evidence = EvidenceScope::kNone;
  } else if (raw.evidence == "all") {
    arguments.evidence = EvidenceScope::kAll;
  } else if (!raw.evidence.empty()) {
    mistakes.push_back("--evidence: expected all or none, not '" + raw.evidence + "'");
  }
  if (raw.fail_on == "warning") {
    arguments.fail_on_warning = true;
  } else if (!raw.fail_on.empty()) {
    mistakes.push_back("--fail-on: only 'warning' can be given, not '" + raw.fail_on + "'");
  }
  if (raw.integrity == "full") {
    arguments.integrity = IntegrityMode::kFull;
  } else if (raw.integrity == "quick") {
    arguments.integrity = IntegrityMode::kQuick;
  } else if (raw.integrity == "off") {
    arguments.integrity = IntegrityMode::kOff;
  } else if (!raw.integrity.empty()) {
    mistakes.push_back("--integrity: expected full, quick or off, not '" + raw.integrity + "'");
  }
  read_when(raw.progress, "--progress", arguments.progress, mistakes);
  read_when(raw.color, "--color", arguments.color, mistakes);
  for (const auto& [name, value] : arguments.fresh) {
    if (value != "off") {
      mistakes.push_back("--fresh " + name + ": only 'off' can be given, not '" + value + "'");
    }
  }
}

// `ask --source NAME` chooses; `--source NAME=TARGET` defines.
void read_sources(Raw& raw, Mistaken& mistakes) {
  Arguments& arguments = raw.arguments;
  std::vector<std::string> defined;
  for (const std::string& one : raw.sources) {
    const bool chooses = arguments.command == Command::kAsk && one.find('=') == std::string::npos;
    if (chooses && arguments.ask_source.empty()) {
      arguments.ask_source = one;
    } else if (chooses) {
      mistakes.emplace_back("--source: one question goes to one source");
    } else {
      defined.push_back(one);
    }
  }
  split_pairs(defined, "--source", arguments.sources, mistakes);
}

void judge(Raw& raw, ParsedArguments& parsed) {
  Arguments& arguments = raw.arguments;
  read_sources(raw, parsed.mistakes);
  split_pairs(raw.parameters, "-p", arguments.parameters, parsed.mistakes);
  split_pairs(raw.keys, "--key", arguments.shown_keys, parsed.mistakes);
  split_pairs(raw.fresh, "--fresh", arguments.fresh, parsed.mistakes);
  read_numbers(raw, arguments, parsed.mistakes);
  read_words(raw, arguments, parsed.mistakes);
  read_outputs(raw, arguments.outputs, parsed.mistakes);
  parsed.outputs = arguments.outputs;
  if (arguments.command == Command::kAsk &&
      arguments.ask_sql.empty() == arguments.ask_file.empty()) {
    parsed.mistakes.emplace_back("ask: give the SQL, or -f FILE with it");
  }
}

void add_source_options(CLI::App& app, Raw& raw) {
  app.add_option("-c,--config", raw.arguments.project_file, "Project file")->type_name("FILE");
  app.add_option("--source", raw.sources, "A source: a SQLite file or a Postgres URI")
      ->type_name("NAME=TARGET")
      ->allow_extra_args(false);
}

void add_selection_options(CLI::App& app, Raw& raw) {
  app.add_option("rules", raw.arguments.rules, "Rule ids, globs over ids, or rule files")
      ->type_name("RULE");
  app.add_option("--tag", raw.arguments.tags, "Only rules with this tag (repeatable)")
      ->type_name("TAG")
      ->allow_extra_args(false);
  app.add_option("--exclude", raw.arguments.excluded, "Leave out ids that match (repeatable)")
      ->type_name("GLOB")
      ->allow_extra_args(false);
}

void add_run_options(CLI::App& app, Raw& raw) {
  const auto list = [&app](const char* flag, std::vector<std::string>& into, const char* text,
                           const char* type) {
    app.add_option(flag, into, text)->type_name(type)->allow_extra_args(false);
  };
  const auto one = [&app](const char* flag, std::string& into, const char* text, const char* type) {
    return app.add_option(flag, into, text)->type_name(type);
  };
  list("-p,--param", raw.parameters, "Value of a parameter (repeatable)", "NAME=VALUE");
  list("--key", raw.keys, "Show only these violations; totals stay", "NAME=VALUE");
  list("--fresh", raw.fresh, "Do not judge a source's freshness (recorded)", "NAME=off");
  list("-o,--output", raw.outputs, "Report: text or json, to a file or stdout (repeatable)",
       "FORMAT[=FILE]");
  one("--samples", raw.samples, "Violations shown of each rule", "N");
  // A flag that may carry a value, so that a rule id behind it stays a rule id.
  app.add_flag("--evidence{all}", raw.evidence, "Raw rows of all samples; =none: of no sample");
  one("--jobs", raw.jobs, "Rules under way at once", "N");
  one("--as-of", raw.arguments.as_of, "Reckon today from this time", "TIME");
  one("--timeout", raw.timeout, "Time limit of each statement", "DURATION");
  one("--fail-on", raw.fail_on, "Let violated warnings count", "warning");
  one("--integrity", raw.integrity, "SQLite integrity check", "full|quick|off");
  one("--progress", raw.progress, "auto, always or never", "WHEN");
  one("--color", raw.color, "auto, always or never", "WHEN");
  app.add_flag("-q,--quiet", raw.arguments.quiet, "No output unless something is wrong");
  app.add_flag("-v,--verbose", raw.arguments.verbosity, "More detail (repeatable)");
}

template <std::size_t count>
bool is_among(const std::string& word, const std::array<std::string_view, count>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Options and commands of the contract that are not built: refused by name, never ignored.
void refuse_later_words(const std::vector<std::string>& words, Mistaken& mistakes) {
  if (!words.empty() && is_among(words.front(), kLaterCommands)) {
    mistakes.push_back(words.front() + " is not supported yet");
    return;
  }
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    if (is_among(name, kLaterOptions)) {
      mistakes.push_back(name + " is not supported yet");
    }
  }
}

// The output files of a command line that could not be read as a whole: yesterday's result must not
// be left standing in them either.
std::vector<Output> outputs_among(const std::vector<std::string>& words) {
  std::vector<Output> outputs;
  Mistaken ignored;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& word = words[at];
    if ((word == "-o" || word == "--output") && at + 1 < words.size()) {
      read_output(words[at + 1], outputs, ignored);
    } else if (word.starts_with("--output=")) {
      read_output(word.substr(std::string_view("--output=").size()), outputs, ignored);
    } else if (word.starts_with("-o") && word.size() > 2) {
      read_output(word.substr(2), outputs, ignored);
    }
  }
  return outputs;
}

}  // namespace

ParsedArguments parse_arguments(int count, const char* const* values) {
  ParsedArguments parsed;
  Raw raw;
  CLI::App app("countercheck: independent checks of billing and job data, in raw SQL");
  app.set_version_flag("-V,--version", std::string("countercheck ") + COUNTERCHECK_VERSION);
  app.footer(kExamples);
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);

  CLI::App* run = app.add_subcommand("run", "Evaluate rules against one snapshot of each source");
  run->footer(kRunExamples);
  add_source_options(*run, raw);
  add_selection_options(*run, raw);
  add_run_options(*run, raw);
  CLI::App* ask = app.add_subcommand("ask", "Run one SELECT; the rows it returns are violations");
  ask->footer(kAskExamples);
  add_source_options(*ask, raw);
  ask->add_option("sql", raw.arguments.ask_sql, "The SELECT")->type_name("SQL");
  ask->add_option("-f,--file", raw.arguments.ask_file, "File with the SELECT")->type_name("FILE");
  add_run_options(*ask, raw);
  CLI::App* list = app.add_subcommand("list", "List the rules there are");
  add_source_options(*list, raw);
  add_selection_options(*list, raw);

  const std::vector<std::string> words(values + std::min(count, 1), values + count);
  parsed.outputs = outputs_among(words);
  refuse_later_words(words, parsed.mistakes);
  if (!parsed.mistakes.empty()) {
    return parsed;
  }
  try {
    app.parse(count, values);
  } catch (const CLI::CallForVersion&) {
    parsed.text = std::string("countercheck ") + COUNTERCHECK_VERSION + "\n";
    return parsed;
  } catch (const CLI::CallForHelp&) {
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    parsed.text = chosen.empty() ? app.help() : chosen.front()->help();
    return parsed;
  } catch (const CLI::ParseError& error) {
    parsed.mistakes.push_back(std::string(error.what()) + "; see countercheck --help");
    return parsed;
  }
  raw.arguments.command = run->parsed()   ? Command::kRun
                          : ask->parsed() ? Command::kAsk
                                          : Command::kList;
  judge(raw, parsed);
  if (parsed.mistakes.empty()) {
    parsed.arguments = std::move(raw.arguments);
  }
  return parsed;
}

}  // namespace countercheck
