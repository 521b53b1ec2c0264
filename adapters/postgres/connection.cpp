#include "adapters/postgres/connection.h"

#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "adapters/postgres/connecting.h"

namespace countercheck {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// How often a wait looks up; bounds how late an interruption is noticed.
constexpr milliseconds kLookUpEvery{200};

// Our own statements take milliseconds; beyond this the server or the network is gone.
constexpr milliseconds kOwnStatementMax = std::chrono::seconds(60);

void ignore_notice(void* /*unused*/, const PGresult* /*notice*/) {}

std::string text_of(const char* text) { return text == nullptr ? "" : text; }

bool is_set(const std::atomic<bool>* flag) { return flag != nullptr && flag->load(); }

}  // namespace

WaitEnd wait_for_server(PGconn* handle, SteadyTime deadline, const std::atomic<bool>* interrupt,
                        const std::atomic<bool>* other) {
  while (true) {
    if (is_set(interrupt) || is_set(other)) {
      return WaitEnd::kInterrupted;
    }
    const auto left = std::chrono::ceil<milliseconds>(deadline - steady_clock::now());
    pollfd waiting{PQsocket(handle), POLLIN, 0};
    const milliseconds pause = std::clamp(left, milliseconds(0), kLookUpEvery);
    const int ready = waiting.fd < 0 ? -1 : poll(&waiting, 1, static_cast<int>(pause.count()));
    if (ready > 0) {
      return WaitEnd::kReadable;
    }
    if (ready < 0 && (waiting.fd < 0 || errno != EINTR)) {
      return WaitEnd::kFailed;
    }
    if (left <= milliseconds(0)) {
      return WaitEnd::kTimeUp;
    }
  }
}

Result<std::unique_ptr<Connection>> Connection::connect(const ConnectionTarget& target,
                                                        const std::atomic<bool>* interrupt) {
  if (is_set(interrupt)) {
    return make_error(SourceErrorKind::kInterrupted, "interrupted");
  }
  const auto failed = [&](std::string_view why) {
    return make_error(SourceErrorKind::kUnreachable, "cannot connect to " +
                                                         describe_target(target) + ": " +
                                                         target.secrets.mask(single_line(why)));
  };
  Opening opening = open_connection(target.parameters, interrupt);
  if (opening.end == OpeningEnd::kInterrupted) {
    return make_error(SourceErrorKind::kInterrupted, "interrupted");
  }
  if (opening.end != OpeningEnd::kOpen) {
    Secrets secrets = target.secrets;
    secrets.add(opening.handle == nullptr ? "" : text_of(PQpass(opening.handle.get())));
    return failed(secrets.mask(std::move(opening.why)));
  }
  try {
    return std::unique_ptr<Connection>(new Connection(opening.handle.release(), target, interrupt));
  } catch (const std::exception& error) {
    return failed(error.what());
  }
}

Connection::Connection(PGconn* handle, const ConnectionTarget& target,
                       const std::atomic<bool>* interrupt)
    : handle_(handle),
      interrupt_(interrupt),
      owner_(adopt_connection(handle)),
      cancel_(PQgetCancel(handle)),
      secrets_(target.secrets),
      description_(describe_target(target)),
      role_(text_of(PQuser(handle))) {
  secrets_.add(text_of(PQpass(handle)));
  positions_are_bytes_ = text_of(PQparameterStatus(handle, "server_encoding")) == "SQL_ASCII";
  // Notices are for interactive users; here they would land on stderr.
  PQsetNoticeReceiver(handle, ignore_notice, nullptr);
}

bool Connection::is_lost() const { return PQstatus(handle_) != CONNECTION_OK; }

SourceError Connection::lost_error() const {
  const std::string why = secrets_.mask(single_line(text_of(PQerrorMessage(handle_))));
  return make_error(
      SourceErrorKind::kLostConnection,
      "the connection to " + description_ + " was lost" + (why.empty() ? "" : ": " + why));
}

ErrorContext Connection::context(std::string_view sql) const {
  ErrorContext context;
  context.secrets = &secrets_;
  context.sql = sql;
  context.positions_are_bytes = positions_are_bytes_;
  context.role = role_;
  return context;
}

Result<std::vector<ResultHandle>> Connection::execute(const std::string& sql,
                                                      const std::atomic<bool>* interrupt) {
  if (is_interrupted(interrupt)) {
    return make_error(SourceErrorKind::kInterrupted, "interrupted");
  }
  if (PQsendQuery(handle_, sql.c_str()) == 0) {
    return lost_error();
  }
  return collect(interrupt, context());
}

bool Connection::is_interrupted(const std::atomic<bool>* other) const {
  return is_set(interrupt_) || is_set(other);
}

// Why nothing more is waited for; the server is told, so that it does not wait for a lock in vain.
SourceError Connection::end_wait(WaitEnd end, bool has_deadline) {
  if (end == WaitEnd::kInterrupted) {
    cancel();
    return make_error(SourceErrorKind::kInterrupted, "interrupted");
  }
  if (end == WaitEnd::kTimeUp && has_deadline) {
    cancel();
    return make_error(SourceErrorKind::kTimeout, "took longer than its limit");
  }
  return lost_error();
}

Result<std::vector<ResultHandle>> Connection::collect(const std::atomic<bool>* interrupt,
                                                      const ErrorContext& context,
                                                      std::optional<SteadyTime> deadline) {
  const SteadyTime end_of_wait = deadline.value_or(steady_clock::now() + kOwnStatementMax);
  std::vector<ResultHandle> results;
  ResultHandle failure;
  while (true) {
    while (PQisBusy(handle_) != 0) {
      const WaitEnd end = wait_for_server(handle_, end_of_wait, interrupt, interrupt_);
      if (end != WaitEnd::kReadable) {
        return end_wait(end, deadline.has_value());
      }
      if (PQconsumeInput(handle_) == 0) {
        return lost_error();
      }
    }
    ResultHandle result(PQgetResult(handle_));
    if (result == nullptr) {
      break;
    }
    const ExecStatusType status = PQresultStatus(result.get());
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) {
      results.push_back(std::move(result));
    } else if (failure == nullptr) {
      failure = std::move(result);
    }
  }
  if (is_lost()) {
    return lost_error();
  }
  if (failure != nullptr) {
    return error_of(failure.get(), context);
  }
  return results;
}

void Connection::cancel() noexcept {
  std::array<char, 256> unused{};
  if (cancel_ != nullptr) {
    // A request that does not arrive is repeated by the thread that waits for its effect.
    static_cast<void>(PQcancel(cancel_.get(), unused.data(), static_cast<int>(unused.size())));
  }
}

std::string cell_text(const ResultHandle& result, int row, int column) {
  if (PQgetisnull(result.get(), row, column) != 0) {
    return "";
  }
  return {PQgetvalue(result.get(), row, column),
          static_cast<std::size_t>(PQgetlength(result.get(), row, column))};
}

}  // namespace countercheck
