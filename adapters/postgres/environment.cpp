#include "adapters/postgres/environment.h"

#include <libpq-fe.h>
#include <stdlib.h>  // setenv and unsetenv are POSIX, not C++

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/postgres/libpq_handles.h"

namespace countercheck {
namespace {

std::mutex environment_mutex;

// Variables that only find or hold a password or the service file.
constexpr std::array<std::string_view, 4> kKept = {"PGPASSWORD", "PGPASSFILE", "PGSERVICEFILE",
                                                   "PGSYSCONFDIR"};

// Variables that libpq reads although no connection option stands for them, and some that only
// other versions of it know.
constexpr std::array<const char*, 12> kWithoutOption = {
    "PGTZ",          "PGDATESTYLE",      "PGGEQO",           "PGREALM",
    "PGHOSTADDR",    "PGSERVICE",        "PGREQUIRESSL",     "PGREQUIREAUTH",
    "PGREQUIREPEER", "PGCHANNELBINDING", "PGSSLNEGOTIATION", "PGLOADBALANCEHOSTS"};

bool concerns_encryption(std::string_view name) {
  return name.starts_with("PGSSL") || name.starts_with("PGREQUIRE") || name.starts_with("PGGSS") ||
         name.starts_with("PGCHANNELBINDING");
}

std::set<std::string> variables_of_libpq() {
  std::set<std::string> names(kWithoutOption.begin(), kWithoutOption.end());
  const OptionsHandle options(PQconndefaults());
  for (const PQconninfoOption* option = options.get();
       option != nullptr && option->keyword != nullptr; ++option) {
    if (option->envvar != nullptr) {
      names.insert(option->envvar);
    }
  }
  return names;
}

}  // namespace

std::vector<std::string> unset_libpq_variables() {
  std::vector<std::string> warnings;
  for (const std::string& name : variables_of_libpq()) {
    if (std::find(kKept.begin(), kKept.end(), name) != kKept.end() ||
        std::getenv(name.c_str()) == nullptr) {
      continue;
    }
    if (concerns_encryption(name)) {
      warnings.push_back(name +
                         " is set in the environment and is not used: write the option into the "
                         "connection string");
    }
    unsetenv(name.c_str());
  }
  return warnings;
}

const std::vector<std::string>& isolate_from_environment() {
  const std::lock_guard lock(environment_mutex);
  static const std::vector<std::string> warnings = unset_libpq_variables();
  return warnings;
}

std::map<std::string, std::string> read_service(const std::string& service) {
  static const std::set<std::string_view> wanted = {"host", "hostaddr", "port",       "dbname",
                                                    "user", "password", "sslpassword"};
  const std::lock_guard lock(environment_mutex);
  // libpq adds defaults of its own (port, user) whether or not the service exists; only what
  // differs from them was said by the file.
  const OptionsHandle plain(PQconndefaults());
  setenv("PGSERVICE", service.c_str(), 1);
  const OptionsHandle named(PQconndefaults());
  unsetenv("PGSERVICE");
  std::map<std::string, std::string> values;
  if (plain == nullptr || named == nullptr) {
    return values;
  }
  const PQconninfoOption* before = plain.get();
  for (const PQconninfoOption* option = named.get(); option->keyword != nullptr;
       ++option, ++before) {
    const std::string_view old = before->val == nullptr ? "" : before->val;
    if (option->val != nullptr && wanted.contains(option->keyword) && old != option->val) {
      values[option->keyword] = option->val;
    }
  }
  return values;
}

}  // namespace countercheck
