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
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

}  // namespace

WaitEnd wait_for_server(PGconn* handle, SteadyTime deadline, const std::atomic<bool>* interrupt) {
  while (true) {
    if (interrupt != nullptr && interrupt->load()) {
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

Result<std::unique_ptr<Connection>> Connection::connect(const ConnectionTarget& target) {
  std::vector<const char*> keys;
  std::vector<const char*> values;
  for (const auto& [key, value] : target.parameters) {
    keys.push_back(key.c_str());
    values.push_back(value.c_str());
  }
  // We always speak UTF-8, from the first message on.
  keys.insert(keys.end(), {"client_encoding", nullptr});
  values.insert(values.end(), {"UTF8", nullptr});
  PGconn* handle = PQconnectdbParams(keys.data(), values.data(), 0);
  const auto failed = [&](std::string_view why) {
    return make_error(SourceErrorKind::kUnreachable, "cannot connect to " +
                                                         describe_target(target) + ": " +
                                                         target.secrets.mask(single_line(why)));
  };
  if (PQstatus(handle) != CONNECTION_OK) {
    Secrets secrets = target.secrets;
    secrets.add(text_of(PQpass(handle)));
    const SourceError error = failed(secrets.mask(text_of(PQerrorMessage(handle))));
    PQfinish(handle);
    return error;
  }
  try {
    return std::unique_ptr<Connection>(new Connection(handle, target));
  } catch (const std::exception& error) {
    return failed(error.what());
  }
}

Connection::Connection(PGconn* handle, const ConnectionTarget& target)
    : handle_(handle),
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
  if (PQsendQuery(handle_, sql.c_str()) == 0) {
    return lost_error();
  }
  return collect(interrupt, context());
}

Result<std::vector<ResultHandle>> Connection::collect(const std::atomic<bool>* interrupt,
                                                      const ErrorContext& context) {
  const SteadyTime deadline = steady_clock::now() + kOwnStatementMax;
  std::vector<ResultHandle> results;
  ResultHandle failure;
  while (true) {
    while (PQisBusy(handle_) != 0) {
      const WaitEnd end = wait_for_server(handle_, deadline, interrupt);
      if (end == WaitEnd::kInterrupted) {
        return make_error(SourceErrorKind::kInterrupted, "interrupted");
      }
      if (end != WaitEnd::kReadable || PQconsumeInput(handle_) == 0) {
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
