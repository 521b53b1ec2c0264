#include "adapters/postgres/connection_string.h"

#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace countercheck::test {

TEST_CASE("FB-107: a password that was not encoded never shows in the message", "[postgres]") {
  struct Case {
    std::string text;
    std::vector<std::string> fragments;
  };
  const std::vector<Case> cases = {
      {"postgresql://u:p@ss/w0rd@host/db", {"p@ss", "w0rd", "ss/", "\"ss\""}},
      {"postgresql://u:pa%ss@host/db", {"pa%ss", "%ss"}},
      {"postgresql://u:s3 cret@host/d b?x", {"s3", "cret"}},
      {"postgresql://u:qu?stion@host/db", {"stion", "qu?"}},
      {"postgresql://u:ha#hed@host/db", {"hed", "ha#"}},
      {"postgresql://u@host/db?password=am&persand", {"persand"}},
      {"host=h dbname=d password=s3 cret", {"s3", "cret"}},
      {"host=h dbname=d password='s3 cret", {"s3", "cret"}},
      {"host=h dbname=d password=s3 cret=more user=u", {"s3", "cret", "more"}}};
  for (const Case& one : cases) {
    INFO(one.text);
    const auto target = read_connection_string(one.text);
    REQUIRE_FALSE(target.ok());
    for (const std::string& fragment : one.fragments) {
      CHECK(target.error().message.find(fragment) == std::string::npos);
    }
  }
}

TEST_CASE("FB-107: an unencoded mark in a URI asks for percent-encoding", "[postgres]") {
  for (const char* text :
       {"postgres://u:p@ss@host/db", "postgres://u:p/w@host/db", "postgres://u:p?w@host/db",
        "postgres://u:p#w@host/db", "postgres://u:p%w@host/db"}) {
    const auto target = read_connection_string(text);
    REQUIRE_FALSE(target.ok());
    CHECK_THAT(target.error().message, contains("percent-encode it"));
  }
}

TEST_CASE("a well-formed string is taken apart", "[postgres]") {
  const auto uri = read_connection_string("postgresql://u:p%40ss%2Fw@db1:6432/billing");
  REQUIRE(uri.ok());
  CHECK(describe_target(uri.value()) == "host=db1 port=6432 dbname=billing user=u");
  CHECK(uri.value().parameters.at("password") == "p@ss/w");
  CHECK(uri.value().parameters.at("connect_timeout") == "10");
  CHECK(uri.value().secrets.mask("x p@ss/w y") == "x *** y");
  const auto pairs = read_connection_string("hostaddr=127.0.0.1 dbname='my db' connect_timeout=3");
  REQUIRE(pairs.ok());
  CHECK(pairs.value().host == "127.0.0.1");
  CHECK(pairs.value().port == "5432");
  CHECK(pairs.value().database == "my db");
  CHECK(pairs.value().parameters.at("connect_timeout") == "3");
}

}  // namespace countercheck::test
