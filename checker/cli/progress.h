// Tells the person who waits how far a run is: one line on a terminal, log lines with -v.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>

#include "checker/engine/engine.h"

namespace countercheck {

class Progress final : public RunObserver {
 public:
  Progress(bool shown, std::size_t rules) : shown_(shown), rules_(rules) {}
  ~Progress() override { clear(); }

  void source_opened(const SourceResult& source) override;
  void rule_started(const std::string& id) override;
  void rule_finished(const RuleResult& result) override;

  // Removes the line, before something else is printed.
  void clear();

 private:
  std::mutex mutex_;
  bool shown_;
  bool on_screen_ = false;
  std::size_t rules_;
  std::size_t started_ = 0;
};

}  // namespace countercheck
