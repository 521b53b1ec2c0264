#include "tests/support/program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace countercheck::test {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr auto kLongest = std::chrono::minutes(2);

struct Pipe {
  Pipe() {
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
      throw std::runtime_error("pipe2 failed");
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  void close_end(std::size_t which) {
    if (ends.at(which) >= 0) {
      close(ends.at(which));
      ends.at(which) = -1;
    }
  }
  std::array<int, 2> ends{-1, -1};
};

[[noreturn]] void become(const std::vector<std::string>& words, const Environment& environment) {
  if (!environment.directory.empty() && chdir(environment.directory.c_str()) != 0) {
    _exit(126);
  }
  for (const auto& [name, value] : environment.variables) {
    setenv(name.c_str(), value.c_str(), 1);
  }
  std::vector<char*> arguments;
  for (const std::string& word : words) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);
  execvp(arguments.front(), arguments.data());
  _exit(127);
}

// Reads both pipes until both are closed.
void collect(Pipe& out, Pipe& err, Ran& ran, pid_t child, const Environment& environment) {
  const Clock::time_point start = Clock::now();
  bool signalled = environment.kill_after_ms == 0;
  while (out.ends[0] >= 0 || err.ends[0] >= 0) {
    std::array<pollfd, 2> waiting = {{{out.ends[0], POLLIN, 0}, {err.ends[0], POLLIN, 0}}};
    poll(waiting.data(), waiting.size(), 20);
    for (std::size_t at = 0; at < waiting.size(); ++at) {
      Pipe& from = at == 0 ? out : err;
      if (from.ends[0] < 0 || (waiting.at(at).revents & (POLLIN | POLLHUP)) == 0) {
        continue;
      }
      std::array<char, 65536> buffer{};
      const ssize_t size = read(from.ends[0], buffer.data(), buffer.size());
      if (size <= 0) {
        from.close_end(0);
      } else {
        (at == 0 ? ran.out : ran.err).append(buffer.data(), static_cast<std::size_t>(size));
      }
    }
    const auto elapsed = Clock::now() - start;
    if (!signalled && elapsed > std::chrono::milliseconds(environment.kill_after_ms)) {
      kill(child, environment.signal);
      signalled = true;
    }
    if (elapsed > kLongest) {
      kill(child, SIGKILL);
    }
  }
}

}  // namespace

Ran run_words(const std::vector<std::string>& words, const Environment& environment) {
  Pipe out;
  Pipe err;
  const pid_t child = fork();
  if (child == 0) {
    dup2(out.ends[1], STDOUT_FILENO);
    dup2(err.ends[1], STDERR_FILENO);
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    become(words, environment);
  }
  if (child < 0) {
    throw std::runtime_error("fork failed");
  }
  out.close_end(1);
  err.close_end(1);
  Ran ran;
  collect(out, err, ran, child, environment);
  int status = 0;
  if (waitpid(child, &status, 0) != child) {
    throw std::runtime_error("waitpid failed");
  }
  ran.exit = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return ran;
}

Ran countercheck(const std::vector<std::string>& arguments, const Environment& environment) {
  std::vector<std::string> words = {COUNTERCHECK_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run_words(words, environment);
}

Ran shell(const std::string& line, const Environment& environment) {
  Environment with_program = environment;
  with_program.variables["COUNTERCHECK"] = COUNTERCHECK_PROGRAM;
  return run_words({"/bin/bash", "-c", line}, with_program);
}

TestFolder::TestFolder() {
  std::string pattern = (fs::temp_directory_path() / "countercheck-test-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    throw std::runtime_error("no temporary folder");
  }
  path_ = pattern;
}

TestFolder::~TestFolder() {
  std::error_code error;
  fs::remove_all(path_, error);
}

std::string TestFolder::write(const std::string& name, const std::string& content) const {
  const fs::path path = file(name);
  fs::create_directories(path.parent_path());
  std::ofstream stream(path, std::ios::binary);
  stream << content;
  stream.close();
  if (!stream) {
    throw std::runtime_error("cannot write " + path.string());
  }
  return path.string();
}

std::string TestFolder::read(const std::string& name) const {
  std::ifstream stream(file(name), std::ios::binary);
  if (!stream) {
    throw std::runtime_error("cannot read " + file(name));
  }
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> TestFolder::names() const {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(path_)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

void sqlite(const std::string& file, const std::string& statements) {
  sqlite3* database = nullptr;
  char* message = nullptr;
  const bool done =
      sqlite3_open(file.c_str(), &database) == SQLITE_OK &&
      sqlite3_exec(database, statements.c_str(), nullptr, nullptr, &message) == SQLITE_OK;
  const std::string failure = message != nullptr ? message : "cannot be opened";
  sqlite3_free(message);
  sqlite3_close(database);
  if (!done) {
    throw std::runtime_error(file + ": " + failure);
  }
}

}  // namespace countercheck::test
