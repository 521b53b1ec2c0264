#include "checker/report/rule_section.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "checker/report/cell.h"
#include "checker/report/characters.h"
#include "checker/report/paint.h"
#include "checker/report/samples_section.h"

namespace countercheck {

namespace {

constexpr std::size_t kParameterWidthMax = 200;

std::string capitals(std::string_view word) {
  std::string text(word);
  std::transform(text.begin(), text.end(), text.begin(), [](char letter) {
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  });
  return text;
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "" : ", ") + visible_line(name);
  }
  return text;
}

// file:line, without the column, which says nothing about a rule's header.
std::string place_of(const RuleResult& rule) {
  return visible_line(to_text(Place{rule.place.file, rule.place.line, 0}));
}

std::string headline(const RuleResult& rule, bool color) {
  const std::string word = capitals(to_text(rule.verdict));
  std::string line = fmt::format("{} {} ({})", paint(word, tone_of(rule.verdict), color),
                                 visible_line(rule.id), to_text(rule.severity));
  const std::string place = place_of(rule);
  return place.empty() ? line : line + "  " + place;
}

std::string origin(const RuleResult& rule) {
  std::string line;
  const auto add = [&line](std::string_view label, const std::string& text) {
    if (!text.empty()) {
      line += fmt::format("{}{} {}", line.empty() ? "" : ", ", label, text);
    }
  };
  add("source", visible_line(rule.source));
  add("owner", visible_line(rule.owner));
  add("tags", joined(rule.tags));
  return line;
}

// How many of the violations are below: all, the samples, or samples of those asked for.
std::string shown_text(const RuleResult& rule) {
  if (rule.matching) {
    return fmt::format(" ({} with the key asked for, {} of them shown)", *rule.matching,
                       rule.samples.size());
  }
  return rule.complete
             ? fmt::format(" ({} of {} shown)", rule.samples.size(), rule.violations)
             : fmt::format(" ({} shown, the query did not run to its end)", rule.samples.size());
}

std::string count_text(const RuleResult& rule) {
  std::string text =
      fmt::format("{}{} {}{}", rule.complete ? "" : "at least ", rule.violations,
                  rule.violations == 1 ? "violation" : "violations", shown_text(rule));
  if (rule.population) {
    text += fmt::format(", population {}", *rule.population);
  }
  return text;
}

// Digits stay as they are: exact, and to be found by a search.
std::string impact_text(const RuleResult& rule) {
  std::string text;
  for (const ImpactResult& impact : rule.impact) {
    const std::string unit = impact.unit.empty() ? "" : " " + visible_line(impact.unit);
    text += fmt::format("{}{}{}, signed {}{}", text.empty() ? "impact " : "; ",
                        visible_line(impact.total), unit, visible_line(impact.signed_sum), unit);
  }
  return text;
}

std::string parameters_text(const RuleResult& rule) {
  std::string text;
  for (const ParameterResult& parameter : rule.parameters) {
    text += fmt::format("{}{} = {}", text.empty() ? "with " : ", ", visible_line(parameter.name),
                        display_cell(parameter.value, kParameterWidthMax));
  }
  return text;
}

void append_line(std::string& out, const std::string& line) {
  if (!line.empty()) {
    out += "  " + line + '\n';
  }
}

// The text of the rule, line by line; tabs stay, since they are harmless and part of the layout.
std::string sql_block(const RuleResult& rule) {
  if (rule.sql.empty()) {
    return "";
  }
  std::string out = "  SQL:\n";
  std::string_view rest = rule.sql;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string line;
    std::string_view text = rest.substr(0, end);
    while (!text.empty()) {
      const Character character = first_character(text);
      line += character.code == '\t' ? "\t" : visible_line(character.bytes);
      text.remove_prefix(character.bytes.size());
    }
    line.erase(line.find_last_not_of(" \t") + 1);
    out += line.empty() ? "\n" : "    " + line + '\n';
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

std::string reason_of(const RuleResult& rule) {
  if (!rule.reason.empty()) {
    return "reason: " + visible_line(rule.reason);
  }
  // Violations are a reason of their own.
  const bool needs_none =
      rule.verdict == Verdict::kHolds || (rule.verdict == Verdict::kViolated && rule.complete);
  return needs_none ? "" : "reason: none was given";
}

std::string contradiction(const RuleResult& rule) {
  return rule.verdict == Verdict::kHolds
             ? "this result contradicts itself: a rule that holds ran to its end without a "
               "violation; not counted as holding"
             : "";
}

}  // namespace

bool needs_attention(const RuleResult& rule) {
  return rule.verdict != Verdict::kHolds || rule.violations > 0 || !rule.samples.empty() ||
         !rule.complete;
}

std::string rule_section(const RuleResult& rule, const TextOptions& options) {
  const bool seen = rule.violations > 0 || !rule.samples.empty() ||
                    rule.verdict == Verdict::kViolated || rule.verdict == Verdict::kKnown;
  std::string out = headline(rule, options.color) + '\n';
  append_line(out, visible_line(rule.title));
  append_line(out, origin(rule));
  append_line(out, contradiction(rule));
  append_line(out, reason_of(rule));
  if (seen) {
    append_line(out, count_text(rule));
    append_line(out, impact_text(rule));
  } else if (rule.population) {
    append_line(out, fmt::format("population {}", *rule.population));
  }
  if (rule.empty_allowed) {
    append_line(out, "an empty answer is allowed by the rule for now");
  }
  append_line(out, parameters_text(rule));
  if (!rule.samples.empty() && rule.key != rule.columns) {
    append_line(out, rule.key.empty() ? "" : "key: " + joined(rule.key));
  }
  out += samples_section(rule, options);
  if (seen || options.verbose) {
    append_line(out, rule.reads.empty() ? "" : "reads " + joined(rule.reads));
    out += sql_block(rule);
  }
  if (options.verbose) {
    append_line(out,
                rule.blind_spots.empty() ? "" : "cannot see: " + visible_line(rule.blind_spots));
  }
  return out;
}

std::string rule_line(const RuleResult& rule, const TextOptions& options) {
  std::string line = paint(to_text(rule.verdict), tone_of(rule.verdict), options.color) + ' ' +
                     visible_line(rule.id);
  if (rule.population) {
    line += fmt::format(", population {}", *rule.population);
  }
  line += fmt::format(", {:.2f} s", rule.seconds);
  return rule.title.empty() ? line + '\n' : line + ": " + visible_line(rule.title) + '\n';
}

std::string rule_details(const RuleResult& rule) {
  std::string out;
  append_line(out, origin(rule));
  append_line(out, place_of(rule));
  append_line(out, parameters_text(rule));
  append_line(out, rule.reads.empty() ? "" : "reads " + joined(rule.reads));
  append_line(out, rule.blind_spots.empty() ? "" : "cannot see: " + visible_line(rule.blind_spots));
  return out + sql_block(rule);
}

}  // namespace countercheck
