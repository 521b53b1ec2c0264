// Keeps libpq from taking anything but a password out of the environment.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace countercheck {

// Unsets the variables that libpq would fill gaps with (PGHOST, PGDATABASE, PGOPTIONS, PGTZ, …), so
// that a connection string says all. PGPASSWORD, PGPASSFILE, PGSERVICEFILE and PGSYSCONFDIR stay.
// Changes the environment on its first call only, which must come before any thread reads it.
// Returns what a person must be told: variables about encryption that no longer take effect.
const std::vector<std::string>& isolate_from_environment();

// What isolate_from_environment() does once, without remembering that it was done.
[[nodiscard]] std::vector<std::string> unset_libpq_variables();

// What a service file says of a service: keyword to value, empty if there is no such service.
// Sets PGSERVICE for its own duration; same rule about threads.
[[nodiscard]] std::map<std::string, std::string> read_service(const std::string& service);

}  // namespace countercheck
