#include "checker/report/sources_section.h"

#include <string>

#include "tests/checker/report/sample_runs.h"
#include "tests/support/catch.h"

namespace countercheck::test {

namespace {

std::string section_of(const SourceResult& source) {
  RunResult result = quiet_run();
  result.sources = {source};
  return sources_section(result, {});
}

SourceResult sound() { return quiet_run().sources.front(); }

}  // namespace

TEST_CASE("a sound source takes its headline only", "[report]") {
  CHECK(section_of(sound()) ==
        "source usage (sqlite), snapshots/usage.db\n"
        "  SQLite 3.40.1, snapshot immutable, taken 2026-03-01T02:00:00.100Z\n");
}

TEST_CASE("a source that could not be used says why", "[report]") {
  SourceResult source = sound();
  source.error = "no such file: snapshots/usage.db";
  source.integrity_mode = "";
  CHECK_THAT(section_of(source), contains("could not be used: no such file: snapshots/usage.db\n"));
}

TEST_CASE("an integrity check that failed or was weakened is named", "[report]") {
  SourceResult source = sound();
  source.integrity_ok = false;
  source.integrity_message = "row 3 missing from index i";
  CHECK_THAT(section_of(source), contains("integrity check failed: row 3 missing from index i\n"));
  source.integrity_message = "";
  CHECK_THAT(section_of(source), contains("integrity check failed: no message was given\n"));
  source.integrity_ok = true;
  source.integrity_mode = "quick";
  CHECK_THAT(section_of(source), contains("integrity: only the quick check was made\n"));
  for (const std::string mode : {"off", "none", ""}) {
    source.integrity_mode = mode;
    CHECK_THAT(section_of(source), contains("integrity was not checked\n"));
  }
}

TEST_CASE("a source that failed its integrity check and could not be used says both", "[report]") {
  SourceResult source = sound();
  source.error = "the file is corrupt";
  source.integrity_ok = false;
  source.integrity_message = "row 3 missing from index i";
  CHECK_THAT(section_of(source), contains("could not be used: the file is corrupt\n"));
  CHECK_THAT(section_of(source), contains("integrity check failed: row 3 missing from index i\n"));
}

TEST_CASE("freshness that was switched off or not proved is named", "[report]") {
  SourceResult source = sound();
  source.fresh = FreshResult{"2026-03-01", "26h", true, ""};
  CHECK(section_of(source).find("freshness") == std::string::npos);
  source.fresh = FreshResult{std::nullopt, "26h", false, ""};
  CHECK_THAT(section_of(source), contains("freshness: not proved\n"));
  source.fresh = FreshResult{std::nullopt, "26h", false, "switched off for this run"};
  CHECK_THAT(section_of(source), contains("freshness: switched off for this run\n"));
}

TEST_CASE("warnings and the reason for filtered rows are named", "[report]") {
  SourceResult source = sound();
  source.warnings = {"a setting was ignored"};
  source.row_security = "one tenant is enough";
  CHECK_THAT(section_of(source), contains("warning: a setting was ignored\n"));
  CHECK_THAT(section_of(source), contains("accepted because: one tenant is enough\n"));
}

}  // namespace countercheck::test
