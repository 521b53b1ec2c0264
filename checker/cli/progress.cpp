#include "checker/cli/progress.h"

#include <cstdio>

#include "checker/cli/logging.h"

namespace countercheck {

void Progress::source_opened(const SourceResult& source) {
  for (const std::string& warning : source.warnings) {
    log_warning("source '" + source.name + "': " + warning);
  }
  if (!source.error.empty()) {
    log_error("source '" + source.name + "': " + source.error);
  } else {
    log_information("source '" + source.name + "': " + source.target + ", " + source.server +
                    ", snapshot " + source.snapshot);
  }
}

void Progress::rule_started(const std::string& id) {
  const std::lock_guard lock(mutex_);
  ++started_;
  if (shown_) {
    std::fprintf(stderr, "\r[%zu/%zu] %s\x1b[K", started_, rules_, id.c_str());
    std::fflush(stderr);
    on_screen_ = true;
  }
  log_information("rule '" + id + "' started");
}

void Progress::rule_finished(const RuleResult& result) {
  clear();
  log_information("rule '" + result.id + "': " + std::string(to_text(result.verdict)) + ", " +
                  std::to_string(result.violations) + " violations");
}

void Progress::clear() {
  const std::lock_guard lock(mutex_);
  if (on_screen_) {
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
    on_screen_ = false;
  }
}

}  // namespace countercheck
