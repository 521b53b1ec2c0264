#include "checker/cli/logging.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>

namespace countercheck {

void start_logging(int verbosity, bool color) {
  const auto mode = color ? spdlog::color_mode::always : spdlog::color_mode::never;
  auto sink = std::make_shared<spdlog::sinks::stderr_color_sink_mt>(mode);
  auto logger = std::make_shared<spdlog::logger>("countercheck", std::move(sink));
  logger->set_pattern("%n: %^%l%$: %v");
  logger->flush_on(spdlog::level::trace);
  if (verbosity < 0) {
    logger->set_level(spdlog::level::err);
  } else if (verbosity == 0) {
    logger->set_level(spdlog::level::warn);
  } else {
    logger->set_level(verbosity == 1 ? spdlog::level::info : spdlog::level::trace);
  }
  spdlog::set_default_logger(std::move(logger));
}

void log_error(const std::string& text) { spdlog::error("{}", text); }
void log_warning(const std::string& text) { spdlog::warn("{}", text); }
void log_information(const std::string& text) { spdlog::info("{}", text); }

}  // namespace countercheck
