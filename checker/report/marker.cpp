#include "checker/report/marker.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "checker/report/characters.h"
#include "checker/report/json_parts.h"

namespace countercheck {

namespace {

using Json = nlohmann::ordered_json;

// A marker has no rules, summary or exit status, so that no reader can take it for a result.
std::string json_marker(const std::string& run_id, const std::string& started,
                        const std::string& message) {
  Json document = Json::object();
  document["format"] = kResultFormat;
  document["incomplete"] = true;
  document["run"] = Json::object();
  document["run"]["id"] = text_or_null(run_id);
  document["run"]["started"] = text_or_null(started);
  document["message"] = message;
  return json_text(document);
}

// The reason of a refusal is often a list of mistakes, one a line; the marker is one line.
std::string one_line(const std::string& text) {
  std::string line;
  for (const char byte : text) {
    if (byte == '\n') {
      line += "; ";
    } else {
      line += byte;
    }
  }
  while (line.ends_with("; ")) {
    line.resize(line.size() - 2);
  }
  return visible_line(line);
}

}  // namespace

std::string incomplete_marker(ReportFormat format, const std::string& run_id,
                              const std::string& started) {
  const std::string message = fmt::format("incomplete, started at {}", started);
  switch (format) {
    case ReportFormat::kText:
      return fmt::format("{} (run {})\n", one_line(message), visible_line(run_id));
    case ReportFormat::kJson:
      return json_marker(run_id, started, message);
  }
  return message + '\n';
}

std::string refused_marker(ReportFormat format, const std::string& reason) {
  switch (format) {
    case ReportFormat::kText:
      return fmt::format("not run: {}\n", one_line(reason));
    case ReportFormat::kJson:
      return json_marker("", "", fmt::format("not run: {}", reason));
  }
  return "not run\n";
}

}  // namespace countercheck
