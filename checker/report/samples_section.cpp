#include "checker/report/samples_section.h"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>
#include <vector>

#include "checker/report/cell.h"
#include "checker/report/characters.h"
#include "checker/report/look_alike.h"
#include "checker/report/table.h"

namespace countercheck {

namespace {

constexpr std::size_t kSamplesIndent = 4;
constexpr std::size_t kEvidenceIndent = 6;

// "account_id = 17, day = 2026-02-17", so that the evidence is known by more than a number.
std::string key_text(const RuleResult& rule, const SampleResult& sample) {
  constexpr std::size_t kKeyCellsMax = 4;
  if (sample.key.size() > kKeyCellsMax) {
    return "";
  }
  std::string text;
  for (std::size_t at = 0; at < sample.key.size() && at < rule.key.size(); ++at) {
    text += fmt::format("{}{} = {}", at == 0 ? " (" : ", ", visible_line(rule.key[at]),
                        display_cell(sample.key[at], kCellWidthMax));
  }
  return text.empty() ? text : text + ')';
}

std::string rows_text(const EvidenceResult& evidence) {
  if (!evidence.rows.empty()) {
    return fmt::format("{} {}{}", evidence.rows.size(), evidence.rows.size() == 1 ? "row" : "rows",
                       evidence.more ? ", more were left out" : "");
  }
  return evidence.reason.empty() ? "no row found" : "not shown";
}

std::string evidence_block(const RuleResult& rule, std::size_t index, const TextOptions& options) {
  const SampleResult& sample = rule.samples[index];
  const EvidenceResult& evidence = *sample.evidence;
  std::string out = fmt::format("  evidence of sample {}{}: {}", index + 1, key_text(rule, sample),
                                rows_text(evidence));
  if (!evidence.reason.empty()) {
    out += ": " + visible_line(evidence.reason);
  }
  out += '\n';
  Table table;
  table.columns = evidence.columns;
  table.row_word = "row";
  table.rows.assign(evidence.rows.begin(), evidence.rows.end());
  out += render_table(table, {options.width, kEvidenceIndent, options.color});
  if (!evidence.command.empty()) {
    out += "    to see it: " + pasteable(evidence.command) + '\n';
  }
  return out;
}

std::string shell_character(const Character& character) {
  if (character.code == '\'' || character.code == '\\') {
    return '\\' + std::string(character.bytes);
  }
  return is_hidden(character.code) ? escape_of(character) : std::string(character.bytes);
}

}  // namespace

std::string pasteable(const std::string& command) {
  if (visible_line(command) == command) {
    return command;
  }
  std::string line = "eval $'";
  std::string_view rest = command;
  while (!rest.empty()) {
    const Character character = first_character(rest);
    line += shell_character(character);
    rest.remove_prefix(character.bytes.size());
  }
  return line + '\'';
}

std::string samples_section(const RuleResult& rule, const TextOptions& options) {
  if (rule.samples.empty()) {
    return "";
  }
  Table table;
  table.columns = rule.columns;
  table.key = rule.key;
  table.row_word = "sample";
  for (const SampleResult& sample : rule.samples) {
    table.rows.emplace_back(sample.values);
  }
  std::string out = render_table(table, {options.width, kSamplesIndent, options.color});
  for (const std::string& line : look_alike_lines(rule)) {
    out += "  " + line + '\n';
  }
  for (std::size_t index = 0; index < rule.samples.size(); ++index) {
    if (rule.samples[index].evidence) {
      out += evidence_block(rule, index, options);
    }
  }
  return out;
}

}  // namespace countercheck
