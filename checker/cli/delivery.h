// Where results go: standard output and files, marked while the run is under way.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "checker/cli/arguments.h"
#include "checker/model/run_result.h"

namespace countercheck {

class Delivery {
 public:
  // `outputs` as given; without one for standard output the text report goes there.
  Delivery(std::vector<Output> outputs, bool quiet, When color);

  // Replaces every output file by "incomplete, started at …".
  void mark_incomplete(const std::string& run_id, const std::string& started);

  // Replaces every output file by "not run: …".
  void mark_refused(const std::string& reason);

  // Writes the whole result everywhere. With `quiet` standard output stays empty while all is well.
  void deliver(const RunResult& result, int verbosity);

  // False once anything could not be written; each failure has been logged.
  [[nodiscard]] bool delivered() const { return delivered_; }

 private:
  void write_marker(const Output& output, const std::string& marker);
  void note(const std::string& failure);

  std::vector<Output> outputs_;
  bool quiet_;
  bool color_;
  bool delivered_ = true;
};

}  // namespace countercheck
