#include "checker/time/duration.h"

#include <array>
#include <chrono>
#include <string>

#include "tests/support/catch.h"

using countercheck::parse_duration;
using countercheck::to_text;
using namespace std::chrono_literals;

TEST_CASE("a duration is a whole number and one unit", "[time]") {
  CHECK(parse_duration("35d") == 35 * 24h);
  CHECK(parse_duration("26h") == 26h);
  CHECK(parse_duration("10min") == 10min);
  CHECK(parse_duration("30s") == 30s);
  CHECK(parse_duration("0s") == 0s);
}

TEST_CASE("what is no duration is refused", "[time]") {
  const std::array<const char*, 15> texts = {
      "",      "d",    "10",   "-5s",  "-0s",
      "1.5h",  "10 h", " 10h", "10h ", "10m",
      "1h30m", "1e3s", "+1s",  "1D",   "99999999999999999999d"};
  for (const char* text : texts) {
    INFO(text);
    CHECK_FALSE(parse_duration(text).has_value());
  }
}

TEST_CASE("a duration ends at a hundred years", "[time]") {
  CHECK(parse_duration("36525d").has_value());
  CHECK_FALSE(parse_duration("36526d").has_value());
  CHECK_FALSE(parse_duration("9223372036854775807s").has_value());
}

TEST_CASE("a duration is spelled in its largest whole unit and reads back", "[time]") {
  CHECK(to_text(90000ms) == "90s");
  CHECK(to_text(7200000ms) == "2h");
  CHECK(to_text(48h) == "2d");
  CHECK(to_text(600s) == "10min");
  CHECK(to_text(0ms) == "0s");
  CHECK(to_text(1500ms) == "1.5s");
  CHECK(to_text(1005ms) == "1.005s");
  CHECK(to_text(-2h) == "-2h");
  for (const char* text : {"35d", "26h", "10min", "30s", "0s", "36525d"}) {
    CHECK(to_text(parse_duration(text).value()) == text);
  }
}
