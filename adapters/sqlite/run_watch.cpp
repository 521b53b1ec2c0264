#include "adapters/sqlite/run_watch.h"

#include <ctime>
#include <thread>

namespace countercheck::sqlite {

namespace {

// Steps of SQLite's virtual machine between two looks at the clock: some microseconds.
constexpr int kProgressSteps = 1000;
constexpr std::chrono::milliseconds kBusyPause{5};

}  // namespace

CoarseDuration coarse_now() noexcept {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

void RunWatch::install(sqlite3* database, std::chrono::milliseconds busy_timeout) {
  busy_timeout_ = busy_timeout;
  sqlite3_progress_handler(database, kProgressSteps, &RunWatch::on_progress, this);
  sqlite3_busy_handler(database, &RunWatch::on_busy, this);
}

void RunWatch::start(std::chrono::milliseconds timeout,
                     const std::atomic<bool>* cancelled) noexcept {
  timeout_ = timeout;
  cancelled_ = cancelled;
  paused_ = CoarseDuration{0};
  started_ = coarse_now();
}

CoarseDuration RunWatch::worked() const noexcept { return coarse_now() - started_ - paused_; }

bool RunWatch::is_cancelled() const noexcept {
  return cancelled_ != nullptr && cancelled_->load(std::memory_order_relaxed);
}

bool RunWatch::is_late() const noexcept {
  return timeout_ > CoarseDuration{0} && worked() > timeout_;
}

int RunWatch::on_progress(void* self) noexcept {
  const auto* watch = static_cast<const RunWatch*>(self);
  return watch->is_cancelled() || watch->is_late() ? 1 : 0;
}

int RunWatch::on_busy(void* self, int attempts) noexcept {
  auto* watch = static_cast<RunWatch*>(self);
  const CoarseDuration now = coarse_now();
  if (attempts == 0) {
    watch->busy_since_ = now;
  }
  const bool give_up = now - watch->busy_since_ >= watch->busy_timeout_;
  if (give_up || watch->is_cancelled() || watch->is_late()) {
    return 0;
  }
  std::this_thread::sleep_for(kBusyPause);
  return 1;
}

}  // namespace countercheck::sqlite
