// Ends a statement that runs too long or was cancelled.
//
// The clock is the coarse one of Linux (a few nanoseconds a reading, a few milliseconds fine), so
// that the sink's time can be taken out for each single row without slowing the rows down.
#pragma once

#include <sqlite3.h>

#include <atomic>
#include <chrono>

namespace countercheck::sqlite {

using CoarseDuration = std::chrono::nanoseconds;

// Time since an arbitrary start.
[[nodiscard]] CoarseDuration coarse_now() noexcept;

class RunWatch {
 public:
  // Installs the progress and busy handlers. `this` must outlive the connection.
  void install(sqlite3* database, std::chrono::milliseconds busy_timeout);

  // Starts to watch. `timeout` zero is no limit. `cancelled` must live until the next start().
  void start(std::chrono::milliseconds timeout, const std::atomic<bool>* cancelled) noexcept;

  // Time that is not the engine's.
  void add_pause(CoarseDuration pause) noexcept { paused_ += pause; }

  // Time since start() without the pauses.
  [[nodiscard]] CoarseDuration worked() const noexcept;

  [[nodiscard]] bool is_cancelled() const noexcept;
  [[nodiscard]] bool is_late() const noexcept;

 private:
  static int on_progress(void* self) noexcept;
  static int on_busy(void* self, int attempts) noexcept;

  CoarseDuration timeout_{0};
  CoarseDuration busy_timeout_{0};
  CoarseDuration started_{0};
  CoarseDuration paused_{0};
  CoarseDuration busy_since_{0};
  const std::atomic<bool>* cancelled_ = nullptr;
};

}  // namespace countercheck::sqlite
