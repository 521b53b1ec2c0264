// One interruption must be heard wherever the adapter waits, also outside of a rule's statement.
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/adapters/postgres/support.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// The machine that runs the tests may be busy; what is bounded here took 10 seconds and more.
constexpr milliseconds kSoon{5000};

milliseconds since(steady_clock::time_point start) {
  return std::chrono::duration_cast<milliseconds>(steady_clock::now() - start);
}

// Takes connections and never says a word.
class SilentServer {
 public:
  SilentServer() : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    socklen_t length = sizeof address;
    if (bind(socket_, any, length) != 0 || listen(socket_, 8) != 0 ||
        getsockname(socket_, any, &length) != 0) {
      throw std::runtime_error("cannot listen");
    }
    port_ = std::to_string(ntohs(address.sin_port));
  }
  SilentServer(const SilentServer&) = delete;
  SilentServer& operator=(const SilentServer&) = delete;
  ~SilentServer() { close(socket_); }

  [[nodiscard]] const std::string& port() const { return port_; }

 private:
  int socket_;
  std::string port_;
};

std::jthread cancel_soon(Source& source) {
  return std::jthread([&source] {
    std::this_thread::sleep_for(milliseconds(300));
    source.cancel();
  });
}

}  // namespace

TEST_CASE("an interruption is heard while a server stays silent", "[postgres]") {
  const SilentServer silent;
  const auto source = make_postgres_source(
      options_for("host=127.0.0.1 dbname=d user=u connect_timeout=30 port=" + silent.port()));
  const auto start = steady_clock::now();
  const std::jthread canceller = cancel_soon(*source);
  const auto opened = source->open();
  REQUIRE_FALSE(opened.ok());
  CHECK(opened.error().kind == SourceErrorKind::kInterrupted);
  CHECK(since(start) < kSoon);
}

TEST_CASE("an interruption before the source is opened is heard", "[postgres]") {
  TestDatabase database;
  const auto source = make_postgres_source(options_for(database.uri()));
  source->cancel();
  const auto opened = source->open();
  REQUIRE_FALSE(opened.ok());
  CHECK(opened.error().kind == SourceErrorKind::kInterrupted);
}

TEST_CASE("a silent server is given up after connect_timeout", "[postgres]") {
  const SilentServer silent;
  const auto start = steady_clock::now();
  const auto opened =
      make_postgres_source(
          options_for("host=127.0.0.1 dbname=d user=u connect_timeout=2 port=" + silent.port()))
          ->open();
  REQUIRE_FALSE(opened.ok());
  CHECK(opened.error().kind == SourceErrorKind::kUnreachable);
  CHECK_THAT(opened.error().message, contains("timeout expired"));
  CHECK(since(start) >= milliseconds(1900));
}

TEST_CASE("after a silent server the next of the list is asked", "[postgres]") {
  TestDatabase database;
  const SilentServer silent;
  OpenSource source("host=127.0.0.1," + database.host() + " port=" + silent.port() + "," +
                    database.port() + " user=postgres connect_timeout=2 dbname=" + database.name());
  CHECK_THAT(source.facts.target, contains("port=" + database.port()));
  CHECK(source.scalar("SELECT 1") == "1");
}

TEST_CASE("an interruption is heard while the catalog is locked", "[postgres]") {
  TestDatabase database;
  database.exec("CREATE TABLE charge (id int)");
  OpenSource source(database.uri());
  Rows rows;
  const auto report = source.run("SELECT * FROM charge", rows);
  REQUIRE(report.ok());
  const std::vector<std::string> names = {"now"};
  const auto start = steady_clock::now();
  SECTION("at the end") {
    database.exec("BEGIN; LOCK TABLE pg_catalog.pg_policy IN ACCESS EXCLUSIVE MODE");
    const std::jthread canceller = cancel_soon(*source.source);
    const auto found = source.source->verify_end(report.value().reads);
    REQUIRE_FALSE(found.ok());
    CHECK(found.error().kind == SourceErrorKind::kInterrupted);
  }
  SECTION("for the facts on functions") {
    database.exec("BEGIN; LOCK TABLE pg_catalog.pg_proc IN ACCESS EXCLUSIVE MODE");
    const std::jthread canceller = cancel_soon(*source.source);
    const auto facts = source.source->functions(names);
    REQUIRE_FALSE(facts.ok());
    CHECK(facts.error().kind == SourceErrorKind::kInterrupted);
  }
  SECTION("for a new session") {
    database.exec("BEGIN; LOCK TABLE pg_catalog.pg_proc IN ACCESS EXCLUSIVE MODE");
    const std::jthread canceller = cancel_soon(*source.source);
    const auto session = source.source->session();
    REQUIRE_FALSE(session.ok());
    CHECK(session.error().kind == SourceErrorKind::kInterrupted);
  }
  CHECK(since(start) < kSoon);
  database.exec("ROLLBACK");
}

TEST_CASE("after an interruption nothing more is begun", "[postgres]") {
  TestDatabase database;
  OpenSource source(database.uri());
  source.source->cancel();
  const std::vector<std::string> names = {"now"};
  CHECK(source.source->session().error().kind == SourceErrorKind::kInterrupted);
  CHECK(source.source->functions(names).error().kind == SourceErrorKind::kInterrupted);
  CHECK(source.source->verify_end({}).error().kind == SourceErrorKind::kInterrupted);
}

TEST_CASE("a description that waits for a lock ends at its time limit", "[postgres]") {
  TestDatabase database;
  database.exec("CREATE TABLE charge (id int)");
  OpenSource source(database.uri());
  database.exec("BEGIN; LOCK TABLE charge");
  QueryLimits limits;
  limits.timeout = milliseconds(400);
  const auto start = steady_clock::now();
  const auto columns = source.session->describe({"SELECT * FROM charge", {}}, limits);
  REQUIRE_FALSE(columns.ok());
  CHECK(columns.error().kind == SourceErrorKind::kTimeout);
  CHECK_THAT(columns.error().message, contains("400ms"));
  CHECK(since(start) < kSoon);
  database.exec("ROLLBACK");
  CHECK(source.session->describe({"SELECT * FROM charge", {}}, limits).ok());
  CHECK(source.scalar("SELECT count(*) FROM charge") == "0");
}

}  // namespace countercheck::test
