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

TEST_CASE("FB-107: a password in the wrong place never shows in the message", "[postgres]") {
  struct Case {
    std::string text;
    std::string says;
  };
  const std::vector<Case> cases = {
      {"postgresql://u:s3cretPW/bt", "place of the port"},
      {"postgresql://u:s3cretPW", "place of the port"},
      {"host=h dbname=d port=5432,s3cretPW", "place of the port"},
      {"host=h dbname=d port=70000", "place of the port"},
      {"dbname=postgresql://cc:s3cretPW@127.0.0.1/bt host=h", "its dbname is"},
      {"host=h dbname='host=x password=s3cretPW'", "its dbname is"},
      {"postgresql://h/password%3Ds3cretPW", "its dbname is"},
      {"host=postgresql://cc:s3cretPW@h/x dbname=d", "its host is"},
      {"host=cc:s3cretPW@127.0.0.1 dbname=d", "its host is"},
      {"host=h dbname=d user=postgres://cc:s3cretPW@h", "its user is"},
      {"Postgresql://cc:s3cretPW@h/bt", "unknown scheme"},
      {" postgresql://cc:s3cretPW@h/bt?sslmode=prefer", "unknown scheme"},
      {"jdbc:postgresql://cc:s3cretPW@h/bt", "unknown scheme"}};
  for (const Case& one : cases) {
    INFO(one.text);
    const auto target = read_connection_string(one.text);
    REQUIRE_FALSE(target.ok());
    CHECK_THAT(target.error().message, contains(one.says));
    CHECK(target.error().message.find("cret") == std::string::npos);
  }
}

TEST_CASE("FB-107: a host that repeats the password is shown masked", "[postgres]") {
  const auto target =
      read_connection_string("postgresql://cc:s3cretPW@127.0.0.1:27543,s3cretPW/bt");
  REQUIRE(target.ok());
  CHECK(describe_target(target.value()) == "host=127.0.0.1,*** port=27543, dbname=bt user=cc");
}

TEST_CASE("odd but honest places are still accepted", "[postgres]") {
  for (const char* text :
       {"postgresql://u@a:5432,b:5433/d", "postgresql://a,b/d", "host=@abstract dbname=d",
        "host=/var/run dbname=d", "host=::1 dbname=d port=65535",
        "host=h dbname=d password='a://b=c'", "postgresql://u@[::1]:5432/d"}) {
    INFO(text);
    CHECK(read_connection_string(text).ok());
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
