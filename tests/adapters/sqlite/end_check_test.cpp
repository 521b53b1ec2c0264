#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/adapters/sqlite/support.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

std::string end_reason(OpenSource& source) {
  const Result<std::vector<EndFinding>> findings = source.source->verify_end({});
  REQUIRE(findings.ok());
  if (findings.value().empty()) {
    return "";
  }
  CHECK(findings.value().size() == 1);
  CHECK_FALSE(findings.value().front().relation.has_value());
  return findings.value().front().reason;
}

struct Opened {
  Opened() {
    make_database(path, charges_script(50));
    source = std::make_unique<OpenSource>(options_for(path));
  }
  TempFolder folder;
  std::string path = folder.file("a.db");
  std::unique_ptr<OpenSource> source;
};

TEST_CASE("A file that nobody touched is proved unchanged", "[sqlite]") {
  Opened opened;
  CHECK(opened.source->run("SELECT * FROM charge").rows.size() == 50);
  CHECK(end_reason(*opened.source).empty());
}

TEST_CASE("A commit while the file is read is found at the end", "[sqlite]") {
  Opened opened;
  const auto time = std::filesystem::last_write_time(opened.path);
  make_database(opened.path, "UPDATE charge SET cents = 1");
  std::filesystem::last_write_time(opened.path, time);
  CHECK_THAT(end_reason(*opened.source), contains("change counter"));
}

TEST_CASE("A file that grew while it was read is found at the end", "[sqlite]") {
  Opened opened;
  make_database(opened.path, "CREATE TABLE more(a)");
  CHECK_THAT(end_reason(*opened.source), contains("its size was 8192 and is 12288"));
}

TEST_CASE("A write past SQLite is found by the time of modification", "[sqlite]") {
  Opened opened;
  std::string bytes = read_file(opened.path);
  bytes.at(5000) = static_cast<char>(bytes.at(5000) + 1);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  write_file(opened.path, bytes);
  CHECK_THAT(end_reason(*opened.source), contains("time of modification"));
}

TEST_CASE("A file that was replaced or removed is found at the end", "[sqlite]") {
  Opened opened;
  const std::string bytes = read_file(opened.path);
  std::filesystem::rename(opened.path, opened.folder.file("old.db"));
  CHECK_THAT(end_reason(*opened.source), contains("No such file"));
  write_file(opened.path, bytes);
  CHECK_THAT(end_reason(*opened.source), contains("another file has taken its place"));
}

}  // namespace
}  // namespace countercheck::test
