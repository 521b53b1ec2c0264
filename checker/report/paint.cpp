#include "checker/report/paint.h"

#include <fmt/format.h>

namespace countercheck {

namespace {

// Parameters of the terminal's "select graphic rendition": bold red, bold yellow, green, dim.
std::string_view rendition(Tone tone) {
  switch (tone) {
    case Tone::kBad:
      return "1;31";
    case Tone::kDoubt:
      return "1;33";
    case Tone::kGood:
      return "32";
    case Tone::kQuiet:
      return "2";
  }
  return "0";
}

}  // namespace

std::string paint(std::string_view text, Tone tone, bool color) {
  return color ? fmt::format("\x1b[{}m{}\x1b[0m", rendition(tone), text) : std::string(text);
}

Tone tone_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kViolated:
      return Tone::kBad;
    case Verdict::kUndecided:
    case Verdict::kVacuous:
    case Verdict::kKnown:
      return Tone::kDoubt;
    case Verdict::kSkipped:
      return Tone::kQuiet;
    case Verdict::kHolds:
      return Tone::kGood;
  }
  return Tone::kDoubt;
}

}  // namespace countercheck
