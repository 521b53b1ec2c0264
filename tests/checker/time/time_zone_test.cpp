#include "checker/time/time_zone.h"

#include <array>
#include <chrono>
#include <string>

#include "tests/support/catch.h"

using countercheck::Instant;
using countercheck::parse_day;
using countercheck::TimeZone;
using countercheck::to_text;
using countercheck::utc_text;

namespace {

TimeZone zone_named(const std::string& name) {
  const auto zone = TimeZone::find(name);
  REQUIRE(zone.has_value());
  return *zone;
}

// The instant that `text` means in a zone, as UTC.
std::string read_in(const std::string& zone, const std::string& text) {
  const auto instant = zone_named(zone).parse(text);
  return instant ? utc_text(*instant) : "nothing";
}

std::string start_in(const std::string& zone, const std::string& day) {
  return utc_text(zone_named(zone).start_of(parse_day(day).value()));
}

Instant utc(const std::string& text) { return zone_named("UTC").parse(text).value(); }

}  // namespace

TEST_CASE("an unknown zone is absent and UTC always exists", "[time]") {
  CHECK(TimeZone::find("UTC").has_value());
  CHECK(zone_named("Europe/London").name() == "Europe/London");
  for (const char* name : {"", "Mars/Olympus", "europe/london", "../../etc/passwd", "localtime",
                           "posixrules", "right/Europe/London", "posix/UTC", "Factory", "zone.tab",
                           "Europe", "Europe/London\n", "BST-1"}) {
    INFO(name);
    CHECK_FALSE(TimeZone::find(name).has_value());
  }
}

TEST_CASE("the skipped hour in London is the instant of the gap", "[time]") {
  CHECK(read_in("Europe/London", "2026-03-29 00:59:59") == "2026-03-29T00:59:59.000Z");
  CHECK(read_in("Europe/London", "2026-03-29 01:00") == "2026-03-29T01:00:00.000Z");
  CHECK(read_in("Europe/London", "2026-03-29 01:30") == "2026-03-29T01:00:00.000Z");
  CHECK(read_in("Europe/London", "2026-03-29 02:00") == "2026-03-29T01:00:00.000Z");
  CHECK(read_in("Europe/London", "2026-03-29 02:01") == "2026-03-29T01:01:00.000Z");
}

TEST_CASE("the repeated hour in London is the earlier one unless an offset says", "[time]") {
  CHECK(read_in("Europe/London", "2026-10-25 00:59:59") == "2026-10-24T23:59:59.000Z");
  CHECK(read_in("Europe/London", "2026-10-25 01:30") == "2026-10-25T00:30:00.000Z");
  CHECK(read_in("Europe/London", "2026-10-25 01:30+00:00") == "2026-10-25T01:30:00.000Z");
  CHECK(read_in("Europe/London", "2026-10-25 02:00") == "2026-10-25T02:00:00.000Z");
}

TEST_CASE("both clock changes of New York are kept", "[time]") {
  CHECK(read_in("America/New_York", "2026-03-08 01:59") == "2026-03-08T06:59:00.000Z");
  CHECK(read_in("America/New_York", "2026-03-08 02:30") == "2026-03-08T07:00:00.000Z");
  CHECK(read_in("America/New_York", "2026-03-08 03:00") == "2026-03-08T07:00:00.000Z");
  CHECK(read_in("America/New_York", "2026-11-01 01:30") == "2026-11-01T05:30:00.000Z");
  CHECK(read_in("America/New_York", "2026-11-01 02:00") == "2026-11-01T07:00:00.000Z");
}

TEST_CASE("a day starts at the first instant that exists", "[time]") {
  CHECK(start_in("UTC", "2026-02-17") == "2026-02-17T00:00:00.000Z");
  CHECK(start_in("Europe/London", "2026-07-01") == "2026-06-30T23:00:00.000Z");
  // Clocks went from 00:00 to 01:00.
  CHECK(start_in("America/Sao_Paulo", "2018-11-04") == "2018-11-04T03:00:00.000Z");
  CHECK(start_in("Africa/Cairo", "2026-04-24") == "2026-04-23T22:00:00.000Z");
  // Clocks go back from 01:00 to 00:00: midnight comes twice.
  CHECK(start_in("America/Havana", "2026-11-01") == "2026-11-01T04:00:00.000Z");
  // Clocks went back from 00:00 to 23:00 of the day before: one midnight.
  CHECK(start_in("America/Sao_Paulo", "2018-02-18") == "2018-02-18T03:00:00.000Z");
  // A whole day that never was.
  CHECK(start_in("Pacific/Apia", "2011-12-30") == start_in("Pacific/Apia", "2011-12-31"));
}

TEST_CASE("a start beyond the reach of an instant is the nearest end", "[time]") {
  CHECK(zone_named("UTC").start_of(parse_day("9999-12-31").value()) == Instant::max());
  CHECK(zone_named("Europe/London").start_of(parse_day("0001-01-01").value()) == Instant::min());
}

TEST_CASE("FB-082: the day of an instant is that of the zone", "[time]") {
  const Instant late = utc("2026-04-01T03:30:00Z");
  CHECK(to_text(zone_named("UTC").day_of(late)) == "2026-04-01");
  CHECK(to_text(zone_named("America/New_York").day_of(late)) == "2026-03-31");
  CHECK(to_text(zone_named("Pacific/Kiritimati").day_of(utc("2026-03-31T10:00:00Z"))) ==
        "2026-04-01");
}

TEST_CASE("an instant is spelled with the zone's clock and offset", "[time]") {
  const TimeZone london = zone_named("Europe/London");
  CHECK(london.local_text(utc("2026-10-25T00:30:00Z")) == "2026-10-25 01:30:00");
  CHECK(london.offset_text(utc("2026-10-25T00:30:00Z")) == "2026-10-25 01:30:00+01:00");
  CHECK(london.offset_text(utc("2026-10-25T01:30:00Z")) == "2026-10-25 01:30:00+00:00");
  CHECK(london.offset_text(utc("2026-07-01T12:00:00.25Z")) == "2026-07-01 13:00:00.250000+01:00");
  CHECK(zone_named("America/St_Johns").offset_text(utc("2026-01-01T00:00:00Z")) ==
        "2025-12-31 20:30:00-03:30");
  // Local mean time had seconds in its offset.
  CHECK(london.offset_text(utc("1800-01-01T00:00:00Z")) == "1799-12-31 23:58:45-00:01:15");
  CHECK(utc_text(utc("1969-12-31T23:59:59.999999Z")) == "1969-12-31T23:59:59.999Z");
}

TEST_CASE("summer time goes on after the last year of the database's tables", "[time]") {
  CHECK(read_in("Europe/London", "2099-07-01 12:00") == "2099-07-01T11:00:00.000Z");
  CHECK(read_in("Europe/London", "2099-01-01 12:00") == "2099-01-01T12:00:00.000Z");
  CHECK(read_in("Europe/Dublin", "2099-07-01 12:00") == "2099-07-01T11:00:00.000Z");
  CHECK(read_in("America/New_York", "2099-07-01 12:00") == "2099-07-01T16:00:00.000Z");
  CHECK(read_in("Australia/Sydney", "2099-01-01 12:00") == "2099-01-01T01:00:00.000Z");
  CHECK(read_in("Australia/Sydney", "2099-07-01 12:00") == "2099-07-01T02:00:00.000Z");
  CHECK(read_in("Asia/Tokyo", "2099-07-01 12:00") == "2099-07-01T03:00:00.000Z");
}

TEST_CASE("timestamps are read in their usual spellings", "[time]") {
  const std::string noon = "2026-02-17T12:00:00.000Z";
  for (const char* text : {"2026-02-17 12:00", "2026-02-17T12:00:00", "2026-02-17T12:00:00.000000",
                           "2026-02-17T12:00Z", "2026-02-17T13:00:00+01",
                           "2026-02-17 07:00:00-05:00", "2026-02-17 17:30:00+05:30"}) {
    INFO(text);
    CHECK(read_in("UTC", text) == noon);
  }
  CHECK(read_in("Europe/London", "2026-07-01") == "2026-06-30T23:00:00.000Z");
}

TEST_CASE("what is no timestamp is refused rather than guessed", "[time]") {
  for (const char* text : {"",
                           "2026",
                           "2026-2-17",
                           "2026-02-30",
                           "2025-02-29",
                           "0000-01-01",
                           "10000-01-01",
                           "2026-02-17 ",
                           "2026-02-17T",
                           "2026-02-17 24:00",
                           "2026-02-17 12:60",
                           "2026-02-17 12:00:60",
                           "2026-02-17 12:00:00.",
                           "2026-02-17 12:00:00.1234567",
                           "2026-02-17 12:00 UTC",
                           "2026-02-17 12:00+16",
                           "2026-02-17 12:00+1",
                           "2026-02-17 12:00Zx",
                           "2026-02-17  12:00",
                           "17/02/2026",
                           "-026-02-17",
                           "+026-02-17",
                           "9999-12-31 00:00",
                           "0001-01-01"}) {
    INFO(text);
    CHECK(read_in("UTC", text) == "nothing");
  }
}

TEST_CASE("a day is read and spelled strictly", "[time]") {
  CHECK(to_text(parse_day("2024-02-29").value()) == "2024-02-29");
  CHECK(to_text(parse_day("0001-01-01").value()) == "0001-01-01");
  CHECK(to_text(parse_day("9999-12-31").value()) == "9999-12-31");
  for (const char* text : {"", "2025-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "0000-12-31",
                           "2026-02-17T00:00", "2026-02-1", "26-02-17", " 2026-02-17"}) {
    INFO(text);
    CHECK_FALSE(parse_day(text).has_value());
  }
}
