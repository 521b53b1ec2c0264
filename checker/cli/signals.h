// SIGINT, SIGTERM and SIGHUP as a request to stop, taken by a thread of its own: a handler alone
// would not wake a driver that waits for its database.
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace countercheck {

class SignalWatch {
 public:
  // Blocks the signals in the calling thread and in all that it starts from now on. A second
  // signal ends the process at once.
  SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;
  ~SignalWatch();

  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }

  // The number of the signal that came, or 0.
  [[nodiscard]] int caught() const { return caught_.load(); }

 private:
  void watch();

  std::stop_source stop_;
  std::atomic<int> caught_{0};
  int signals_ = -1;  // signalfd
  int end_ = -1;      // eventfd that ends the thread
  std::thread thread_;
};

}  // namespace countercheck
