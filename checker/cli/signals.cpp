#include "checker/cli/signals.h"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <system_error>

#include "checker/cli/exit_status.h"

namespace countercheck {

SignalWatch::SignalWatch() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    // What nohup or a shell's background job had us ignore stays ignored.
    if (sigaction(number, nullptr, &before) != 0 || before.sa_handler != SIG_IGN) {
      sigaddset(&set, number);
    }
  }
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  signals_ = signalfd(-1, &set, SFD_CLOEXEC);
  end_ = eventfd(0, EFD_CLOEXEC);
  if (signals_ < 0 || end_ < 0) {
    throw std::system_error(errno, std::generic_category(), "signalfd");
  }
  thread_ = std::thread([this] { watch(); });
}

SignalWatch::~SignalWatch() {
  const std::uint64_t one = 1;
  if (write(end_, &one, sizeof one) == sizeof one) {
    thread_.join();
  } else {
    thread_.detach();
  }
  close(signals_);
  close(end_);
}

void SignalWatch::watch() {
  while (true) {
    std::array<pollfd, 2> waiting = {{{signals_, POLLIN, 0}, {end_, POLLIN, 0}}};
    if (poll(waiting.data(), waiting.size(), -1) < 0) {
      continue;
    }
    if ((waiting[1].revents & POLLIN) != 0) {
      return;
    }
    signalfd_siginfo information{};
    if (read(signals_, &information, sizeof information) != sizeof information) {
      continue;
    }
    const int number = static_cast<int>(information.ssi_signo);
    if (caught_.exchange(number) != 0) {
      _exit(kExitSignalBase + number);
    }
    stop_.request_stop();
  }
}

}  // namespace countercheck
