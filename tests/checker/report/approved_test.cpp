#include "tests/checker/report/approved.h"

#include <string>

#include "checker/report/json_report.h"
#include "checker/report/text_report.h"
#include "tests/checker/report/sample_runs.h"
#include "tests/support/catch.h"

namespace countercheck::test {

namespace {

TextOptions options(bool color, bool verbose) {
  TextOptions wanted;
  wanted.color = color;
  wanted.verbose = verbose;
  return wanted;
}

}  // namespace

TEST_CASE("the text of a run with every verdict is as approved", "[report]") {
  CHECK(difference_from_approved("whole.txt", text_report(whole_run(), options(false, false))) ==
        "");
}

TEST_CASE("the verbose text of a run with every verdict is as approved", "[report]") {
  CHECK(difference_from_approved("whole_verbose.txt",
                                 text_report(whole_run(), options(false, true))) == "");
}

TEST_CASE("the coloured text of a run with every verdict is as approved", "[report]") {
  CHECK(difference_from_approved("whole_color.txt",
                                 text_report(whole_run(), options(true, false))) == "");
}

TEST_CASE("the text of a run in which all rules hold is as approved", "[report]") {
  CHECK(difference_from_approved("quiet.txt", text_report(quiet_run(), options(false, false))) ==
        "");
}

TEST_CASE("the document of a run with every verdict is as approved", "[report]") {
  CHECK(difference_from_approved("whole.json", json_report(whole_run())) == "");
}

TEST_CASE("the document of a run in which all rules hold is as approved", "[report]") {
  CHECK(difference_from_approved("quiet.json", json_report(quiet_run())) == "");
}

TEST_CASE("a comparison names the first line that differs", "[report]") {
  CHECK(first_difference("a\nb\nc\n", "a\nb\nc\n") == "");
  CHECK_THAT(first_difference("a\nb\nc\n", "a\nx\nc\n"), contains("line 2"));
  CHECK_THAT(first_difference("a\nb\nc\n", "a\nx\nc\n"), contains("now:      x"));
  CHECK_THAT(first_difference("a\n", "a"), contains("line 2"));
  CHECK_THAT(first_difference("", "a\n"), contains("line 1"));
}

TEST_CASE("an approved file that is not there is a difference", "[report]") {
  CHECK_THAT(difference_from_file("no such file.txt", "x"), contains("no approved file"));
}

}  // namespace countercheck::test
