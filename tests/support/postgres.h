// Throw-away databases and roles on the server that script/with-postgres started.
//
// A test that needs a server and has none must fail, not be skipped: a suite that goes green
// without having looked is the very fault this program exists to find.
#pragma once

#include <memory>
#include <string>

namespace countercheck::test {

// A database of a unique name, dropped at the end together with whoever is still connected to it.
// Not for use by several threads at once. Every failure throws std::runtime_error.
class TestDatabase {
 public:
  // `options` follows CREATE DATABASE, e.g. "TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'".
  explicit TestDatabase(const std::string& options = "");
  TestDatabase(const TestDatabase&) = delete;
  TestDatabase& operator=(const TestDatabase&) = delete;
  ~TestDatabase();

  // A URI of this database for a role, by default the superuser.
  [[nodiscard]] std::string uri(const std::string& role = "") const;

  // Runs any number of statements as superuser, in autocommit.
  void exec(const std::string& sql);

  // The first cell of the last statement's result; "" for NULL and for no row.
  [[nodiscard]] std::string scalar(const std::string& sql);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const std::string& host() const { return host_; }
  [[nodiscard]] const std::string& port() const { return port_; }

 private:
  struct Connection;
  std::string host_;
  std::string port_;
  std::string superuser_;
  std::string name_;
  std::unique_ptr<Connection> connection_;
};

// A role of a unique name that may log in, dropped at the end with all it was granted in
// `database`, which must outlive it.
class TestRole {
 public:
  explicit TestRole(TestDatabase& database, const std::string& attributes = "");
  TestRole(const TestRole&) = delete;
  TestRole& operator=(const TestRole&) = delete;
  ~TestRole();

  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  TestDatabase& database_;
  std::string name_;
};

// The data directory of the server (COUNTERCHECK_TEST_POSTGRES_DATA).
[[nodiscard]] std::string test_server_data_directory();

// A name that no other test, process or run uses.
[[nodiscard]] std::string unique_name(const std::string& prefix);

}  // namespace countercheck::test
