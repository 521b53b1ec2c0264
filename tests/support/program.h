// Runs the built program as a user would and keeps its three answers apart.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace countercheck::test {

struct Ran {
  int exit = -1;  // exit status; 128 + n when signal n ended it
  std::string out;
  std::string err;
};

struct Environment {
  std::string directory;                         // working directory; "" is this process' own
  std::map<std::string, std::string> variables;  // set in addition to this process' own
  int kill_after_ms = 0;                         // sends `signal` after so long; 0: never
  int signal = 0;
};

// Runs `words` (the program's path first) to its end, at most two minutes.
[[nodiscard]] Ran run_words(const std::vector<std::string>& words, const Environment& environment);

// Runs countercheck with these arguments.
[[nodiscard]] Ran countercheck(const std::vector<std::string>& arguments,
                               const Environment& environment = {});

// Runs a shell line, in which $COUNTERCHECK is the program.
[[nodiscard]] Ran shell(const std::string& line, const Environment& environment = {});

// A directory of its own that is removed at the end.
class TestFolder {
 public:
  TestFolder();
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  ~TestFolder();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }

  // Writes a file (folders are made) and returns its full path.
  std::string write(const std::string& name, const std::string& content) const;
  [[nodiscard]] std::string read(const std::string& name) const;

  // The names in the folder, sorted.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::string path_;
};

// Makes (or changes) a SQLite file by running the statements in it.
void sqlite(const std::string& file, const std::string& statements);

}  // namespace countercheck::test
