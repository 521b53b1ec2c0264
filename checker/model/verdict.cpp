#include "checker/model/verdict.h"

namespace countercheck {

std::string_view to_text(Verdict verdict) {
  switch (verdict) {
    case Verdict::kUndecided:
      return "undecided";
    case Verdict::kViolated:
      return "violated";
    case Verdict::kKnown:
      return "known";
    case Verdict::kVacuous:
      return "vacuous";
    case Verdict::kSkipped:
      return "skipped";
    case Verdict::kHolds:
      return "holds";
  }
  return "undecided";
}

std::string_view to_text(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
  }
  return "error";
}

}  // namespace countercheck
