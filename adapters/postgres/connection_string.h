// Reads a connection string and judges it before libpq connects by it.
//
// No message made here repeats any part of the string but host, port, database and role: a string
// that was split in the wrong place could show a piece of the password as something else.
#pragma once

#include <map>
#include <string>

#include "adapters/postgres/errors.h"
#include "adapters/result.h"

namespace countercheck {

struct ConnectionTarget {
  std::map<std::string, std::string> parameters;  // as given to libpq, with our defaults
  std::string host;                               // or hostaddr
  std::string port;
  std::string database;
  std::string role;  // "" when libpq takes the name of the system user
  Secrets secrets;
};

// Fails unless the string (or the service file that it names) says host and database. Calls
// read_service(), so the same rule about threads holds.
[[nodiscard]] Result<ConnectionTarget> read_connection_string(const std::string& text);

// "host=… port=… dbname=… user=…", for people; a value that holds a secret is masked.
[[nodiscard]] std::string describe_target(const ConnectionTarget& target);

}  // namespace countercheck
