#include "tests/support/postgres.h"

#include <libpq-fe.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace countercheck::test {
namespace {

std::string required_variable(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') {
    throw std::runtime_error(std::string(name) +
                             " is not set: run this test by script/with-postgres");
  }
  return value;
}

// The parts of the server's URI, as libpq reads them.
struct ServerAddress {
  std::string host;
  std::string port;
  std::string user;
};

ServerAddress server_address() {
  const std::string uri = required_variable("COUNTERCHECK_TEST_POSTGRES");
  PQconninfoOption* options = PQconninfoParse(uri.c_str(), nullptr);
  if (options == nullptr) {
    throw std::runtime_error("COUNTERCHECK_TEST_POSTGRES is not a connection string");
  }
  ServerAddress address;
  for (const PQconninfoOption* option = options; option->keyword != nullptr; ++option) {
    const std::string value = option->val == nullptr ? "" : option->val;
    const std::string_view keyword = option->keyword;
    if (keyword == "host") {
      address.host = value;
    } else if (keyword == "port") {
      address.port = value;
    } else if (keyword == "user") {
      address.user = value;
    }
  }
  PQconninfoFree(options);
  return address;
}

void discard_notice(void* /*unused*/, const char* /*message*/) {}

PGconn* connect(const std::string& uri) {
  PGconn* connection = PQconnectdb(uri.c_str());
  if (PQstatus(connection) != CONNECTION_OK) {
    const std::string message = PQerrorMessage(connection);
    PQfinish(connection);
    throw std::runtime_error("the test server does not answer: " + message);
  }
  PQsetNoticeProcessor(connection, discard_notice, nullptr);
  return connection;
}

PGresult* execute(PGconn* connection, const std::string& sql) {
  PGresult* result = PQexec(connection, sql.c_str());
  const ExecStatusType status = PQresultStatus(result);
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && status != PGRES_EMPTY_QUERY) {
    const std::string message = PQresultErrorMessage(result);
    PQclear(result);
    throw std::runtime_error("the test server refuses \"" + sql + "\": " + message);
  }
  return result;
}

std::string uri_of(const ServerAddress& address, const std::string& database) {
  return "postgresql://" + address.user + "@" + address.host + ":" + address.port + "/" + database;
}

void execute_once(const std::string& uri, const std::string& sql) {
  PGconn* connection = connect(uri);
  try {
    PQclear(execute(connection, sql));
  } catch (const std::exception&) {
    PQfinish(connection);
    throw;
  }
  PQfinish(connection);
}

// A destructor cannot fail a test, but it can say what it left behind.
void complain(const std::exception& error) { std::fprintf(stderr, "%s\n", error.what()); }

}  // namespace

struct TestDatabase::Connection {
  explicit Connection(const std::string& uri) : handle(connect(uri)) {}
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { PQfinish(handle); }
  PGconn* handle;
};

std::string unique_name(const std::string& prefix) {
  static std::atomic<unsigned> counter{0};
  const auto ticks = std::chrono::steady_clock::now().time_since_epoch().count();
  return prefix + "_" + std::to_string(getpid()) + "_" + std::to_string(ticks % 1000000000) + "_" +
         std::to_string(++counter);
}

std::string test_server_data_directory() {
  return required_variable("COUNTERCHECK_TEST_POSTGRES_DATA");
}

TestDatabase::TestDatabase(const std::string& options) : name_(unique_name("countercheck_test")) {
  ServerAddress address = server_address();
  execute_once(uri_of(address, "postgres"), "CREATE DATABASE " + name_ + " " + options);
  host_ = std::move(address.host);
  port_ = std::move(address.port);
  superuser_ = std::move(address.user);
  connection_ = std::make_unique<Connection>(uri());
}

TestDatabase::~TestDatabase() {
  connection_.reset();
  try {
    execute_once(uri_of({host_, port_, superuser_}, "postgres"),
                 "DROP DATABASE IF EXISTS " + name_ + " WITH (FORCE)");
  } catch (const std::exception& error) {
    complain(error);
  }
}

std::string TestDatabase::uri(const std::string& role) const {
  return uri_of({host_, port_, role.empty() ? superuser_ : role}, name_);
}

void TestDatabase::exec(const std::string& sql) { PQclear(execute(connection_->handle, sql)); }

std::string TestDatabase::scalar(const std::string& sql) {
  PGresult* result = execute(connection_->handle, sql);
  std::string value;
  if (PQntuples(result) > 0 && PQnfields(result) > 0) {
    value.assign(PQgetvalue(result, 0, 0), static_cast<std::size_t>(PQgetlength(result, 0, 0)));
  }
  PQclear(result);
  return value;
}

TestRole::TestRole(TestDatabase& database, const std::string& attributes)
    : database_(database), name_(unique_name("countercheck_role")) {
  database_.exec("CREATE ROLE " + name_ + " LOGIN " + attributes);
}

TestRole::~TestRole() {
  try {
    database_.exec("DROP OWNED BY " + name_ + " CASCADE; DROP ROLE " + name_);
  } catch (const std::exception& error) {
    complain(error);
  }
}

}  // namespace countercheck::test
