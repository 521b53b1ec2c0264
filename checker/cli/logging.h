// Logging to stderr, the only place that knows spdlog. Data enters as arguments, never as a format.
#pragma once

#include <string>

namespace countercheck {

// -1: errors only; 0: warnings as well; 1: information; 2: everything.
void start_logging(int verbosity, bool color);

void log_error(const std::string& text);
void log_warning(const std::string& text);
void log_information(const std::string& text);

}  // namespace countercheck
