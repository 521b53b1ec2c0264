#include "checker/report/summary.h"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

#include "checker/report/characters.h"
#include "checker/report/paint.h"
#include "checker/report/rule_section.h"

namespace countercheck {

namespace {

constexpr unsigned kViolatedBit = 1;

// The rules once more, by what they mean for the whole run.
struct Tally {
  std::uint64_t errors_violated = 0;
  std::uint64_t warnings_violated = 0;
  std::uint64_t undecided = 0;
  std::uint64_t vacuous = 0;
  std::uint64_t vacuous_allowed = 0;
  std::uint64_t incomplete = 0;  // violated and broke off
  std::uint64_t known = 0;
  std::uint64_t skipped = 0;
  std::uint64_t holds = 0;
  std::uint64_t contradictory = 0;  // says `holds` and is not without doubt
  std::uint64_t answers = 0;        // rules that reached holds, violated or known
};

void count_violated(const RuleResult& rule, Tally& tally) {
  ++(rule.severity == Severity::kWarning ? tally.warnings_violated : tally.errors_violated);
  if (!rule.complete) {
    ++tally.incomplete;
  }
  ++tally.answers;
}

void count_rule(const RuleResult& rule, Tally& tally) {
  switch (rule.verdict) {
    case Verdict::kViolated:
      count_violated(rule, tally);
      break;
    case Verdict::kKnown:
      ++tally.known;
      ++tally.answers;
      break;
    case Verdict::kVacuous:
      ++(rule.empty_allowed ? tally.vacuous_allowed : tally.vacuous);
      break;
    case Verdict::kUndecided:
      ++tally.undecided;
      break;
    case Verdict::kSkipped:
      ++tally.skipped;
      break;
    case Verdict::kHolds:
      ++(needs_attention(rule) ? tally.contradictory : tally.holds);
      ++tally.answers;
      break;
  }
}

Tally tally_of(const RunResult& result) {
  Tally tally;
  for (const RuleResult& rule : result.rules) {
    count_rule(rule, tally);
  }
  return tally;
}

std::uint64_t unclear(const Tally& tally) {
  return tally.undecided + tally.vacuous + tally.contradictory;
}

bool adds_up(const RunResult& result) { return result.selected == result.rules.size(); }

enum class Overall : std::uint8_t { kInterrupted, kViolated, kUndecided, kHolds };

Overall overall(const RunResult& result, const Tally& tally) {
  if (!result.run.interrupted.empty()) {
    return Overall::kInterrupted;
  }
  const bool bit = result.run.exit > 0 && (static_cast<unsigned>(result.run.exit) & kViolatedBit);
  if (tally.errors_violated > 0 || (bit && tally.warnings_violated > 0)) {
    return Overall::kViolated;
  }
  const bool sound = result.run.exit == 0 && unclear(tally) == 0 && tally.incomplete == 0 &&
                     tally.answers > 0 && adds_up(result);
  return sound ? Overall::kHolds : Overall::kUndecided;
}

void append_part(std::string& line, std::uint64_t count, std::string_view text) {
  if (count > 0) {
    line += fmt::format(", {} {}", count, text);
  }
}

// What the headline number does not say.
std::string rest_of(const Tally& tally, Overall word) {
  std::string line;
  if (word != Overall::kViolated || tally.errors_violated > 0) {
    append_part(line, tally.warnings_violated,
                tally.warnings_violated == 1 ? "warning violated" : "warnings violated");
  }
  append_part(line, tally.incomplete, "violated and incomplete");
  append_part(line, tally.undecided, "undecided");
  append_part(line, tally.vacuous, "vacuous");
  append_part(line, tally.vacuous_allowed, "vacuous as allowed");
  append_part(line, tally.contradictory, "contradicting itself");
  append_part(line, tally.known, "known");
  append_part(line, tally.skipped, "skipped");
  if (tally.answers == 0) {
    line += ", no rule reached an answer";
  }
  return line;
}

std::string rules_text(std::uint64_t count, const RunResult& result) {
  return fmt::format("{} of {} {}", count, result.selected,
                     result.selected == 1 ? "rule" : "rules");
}

std::string last_line(const RunResult& result, bool color) {
  const Tally tally = tally_of(result);
  const Overall word = overall(result, tally);
  std::string line;
  switch (word) {
    case Overall::kInterrupted:
      line = paint(fmt::format("INTERRUPTED by {}", visible_line(result.run.interrupted)),
                   Tone::kBad, color) +
             ": " + rules_text(tally.errors_violated, result) + " violated";
      break;
    case Overall::kViolated:
      line = paint("VIOLATED", Tone::kBad, color) + ": " +
             (tally.errors_violated > 0
                  ? rules_text(tally.errors_violated, result)
                  : rules_text(tally.warnings_violated, result) + ", warnings that count");
      break;
    case Overall::kUndecided:
      line = paint("UNDECIDED", Tone::kDoubt, color) + ": " +
             rules_text(unclear(tally) + tally.incomplete, result);
      break;
    case Overall::kHolds:
      // Warnings do not count for the status, and still nobody is to read that all is well.
      line = tally.warnings_violated > 0 ? paint("WARNING", Tone::kDoubt, color)
                                         : paint("HOLDS", Tone::kGood, color);
      line +=
          ": " + rules_text(tally.holds, result) + (tally.warnings_violated > 0 ? " holds" : "");
      break;
  }
  return fmt::format("{}{}; exit status {}\n", line, rest_of(tally, word), result.run.exit);
}

}  // namespace

std::string summary_section(const RunResult& result, const TextOptions& options) {
  std::string line =
      fmt::format("{} {} selected:", result.selected, result.selected == 1 ? "rule" : "rules");
  const auto counts = count_verdicts(result);
  std::string_view separator = " ";
  for (const Verdict verdict : kAllVerdicts) {
    line += fmt::format("{}{} {}", separator, counts.at(verdict), to_text(verdict));
    separator = ", ";
  }
  if (!adds_up(result)) {
    line += fmt::format("; these add up to {}, so this account is wrong", result.rules.size());
  }
  return line + '\n' + last_line(result, options.color);
}

}  // namespace countercheck
