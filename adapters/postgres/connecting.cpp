#include "adapters/postgres/connecting.h"

#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace countercheck {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using Parameters = std::map<std::string, std::string>;

constexpr milliseconds kLookUpEvery{200};
constexpr milliseconds kNoLimit = std::chrono::hours(24);

std::string text_of(const char* text) { return text == nullptr ? "" : text; }

std::string value_of(const Parameters& parameters, const std::string& key) {
  const auto found = parameters.find(key);
  return found == parameters.end() ? "" : found->second;
}

// libpq reads connect_timeout only in its own blocking call, with a least value of two seconds.
milliseconds time_per_host(const Parameters& parameters) {
  const std::string text = value_of(parameters, "connect_timeout");
  int seconds = 0;
  std::from_chars(text.data(), text.data() + text.size(), seconds);
  return seconds <= 0 ? kNoLimit : milliseconds(std::chrono::seconds(std::max(seconds, 2)));
}

ConnectingHandle start(const Parameters& parameters) {
  std::vector<const char*> keys;
  std::vector<const char*> values;
  for (const auto& [key, value] : parameters) {
    keys.push_back(key.c_str());
    values.push_back(value.c_str());
  }
  // We always speak UTF-8, from the first message on.
  keys.insert(keys.end(), {"client_encoding", nullptr});
  values.insert(values.end(), {"UTF8", nullptr});
  return ConnectingHandle(PQconnectStartParams(keys.data(), values.data(), 0));
}

// Waits a short while for what libpq wants next; true when it may go on.
bool is_ready(PGconn* handle, PostgresPollingStatusType wants) {
  const short events = wants == PGRES_POLLING_READING ? POLLIN : POLLOUT;
  pollfd waiting{PQsocket(handle), events, 0};
  if (waiting.fd < 0) {
    return true;  // libpq itself says what is wrong
  }
  const int ready = poll(&waiting, 1, static_cast<int>(kLookUpEvery.count()));
  return ready > 0 || (ready < 0 && errno != EINTR);
}

std::string place_of(PGconn* handle) {
  return text_of(PQhost(handle)) + " " + text_of(PQport(handle));
}

Opening attempt(const Parameters& parameters, const std::atomic<bool>* interrupt) {
  Opening opening;
  opening.handle = start(parameters);
  PGconn* const handle = opening.handle.get();
  if (handle == nullptr) {
    opening.why = "out of memory";
    return opening;
  }
  PostgresPollingStatusType wants =
      PQstatus(handle) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING;
  const milliseconds patience = time_per_host(parameters);
  std::string place = place_of(handle);
  auto deadline = steady_clock::now() + patience;
  while (wants == PGRES_POLLING_READING || wants == PGRES_POLLING_WRITING) {
    if (interrupt != nullptr && interrupt->load()) {
      opening.end = OpeningEnd::kInterrupted;
      opening.why = "interrupted";
      return opening;
    }
    if (steady_clock::now() >= deadline) {
      opening.end = OpeningEnd::kTimeUp;
      opening.why = text_of(PQerrorMessage(handle)) + " timeout expired";
      return opening;
    }
    if (is_ready(handle, wants)) {
      wants = PQconnectPoll(handle);
    }
    // Every further host has its own time.
    if (std::string now_at = place_of(handle); now_at != place) {
      place = std::move(now_at);
      deadline = steady_clock::now() + patience;
    }
  }
  opening.end = wants == PGRES_POLLING_OK && PQstatus(handle) == CONNECTION_OK
                    ? OpeningEnd::kOpen
                    : OpeningEnd::kFailed;
  opening.why = opening.end == OpeningEnd::kOpen ? "" : text_of(PQerrorMessage(handle));
  return opening;
}

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> parts(1);
  for (const char letter : list) {
    if (letter == ',') {
      parts.emplace_back();
    } else {
      parts.back() += letter;
    }
  }
  return parts;
}

void remove_entry(Parameters& parameters, const std::string& key, std::size_t at) {
  std::vector<std::string> parts = split(value_of(parameters, key));
  if (parts.size() < 2 || at >= parts.size()) {
    return;  // one value for all hosts
  }
  std::string list;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    if (part != at) {
      list += (part == (at == 0 ? 1U : 0U) ? "" : ",") + parts[part];
    }
  }
  parameters[key] = list;
}

// Takes the host that gave no answer out of the lists; false when no other is left. A step-by-step
// connection cannot be told to go on to the next host.
bool drop_silent_host(Parameters& parameters, PGconn* handle) {
  const std::string key = value_of(parameters, "host").empty() ? "hostaddr" : "host";
  const std::vector<std::string> hosts = split(value_of(parameters, key));
  const std::vector<std::string> ports = split(value_of(parameters, "port"));
  if (hosts.size() < 2) {
    return false;
  }
  for (std::size_t at = 0; at < hosts.size(); ++at) {
    const std::string& port = ports.size() == 1 ? ports[0] : ports[std::min(at, ports.size() - 1)];
    if (hosts[at] + " " + (port.empty() ? "5432" : port) == place_of(handle)) {
      for (const char* list : {"host", "hostaddr", "port"}) {
        remove_entry(parameters, list, at);
      }
      return true;
    }
  }
  return false;
}

}  // namespace

Opening open_connection(Parameters parameters, const std::atomic<bool>* interrupt) {
  std::string before;
  while (true) {
    Opening opening = attempt(parameters, interrupt);
    if (opening.end == OpeningEnd::kTimeUp && drop_silent_host(parameters, opening.handle.get())) {
      before += place_of(opening.handle.get()) + ": " + opening.why + "; ";
      continue;
    }
    opening.why = opening.end == OpeningEnd::kOpen ? "" : before + opening.why;
    return opening;
  }
}

}  // namespace countercheck
