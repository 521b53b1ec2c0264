#include "adapters/shell_word.h"

#include <cstdio>
#include <string>
#include <vector>

#include "tests/support/catch.h"

using countercheck::shell_word;

namespace {

// What bash makes of the word.
std::string read_by_bash(const std::string& word) {
  const std::string command = "bash -c \"$(cat <<'END'\nprintf %s " + word + "\nEND\n)\"";
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string text;
  for (int letter = fgetc(pipe); letter != EOF; letter = fgetc(pipe)) {
    text += static_cast<char>(letter);
  }
  CHECK(pclose(pipe) == 0);
  return text;
}

}  // namespace

TEST_CASE("a shell word is what it was and stands on one line", "[adapters]") {
  const std::vector<std::string> texts = {"plain",       "",           "two words",     "it's",
                                          "it's $HOME",  "say \"hi\"", "it's \"both\"", "a\nb's",
                                          "back\\slash", "it's `id`",  "bang!'",        "\x1b[31m",
                                          "tab\tend",    "grün 'x'",   "$(id)'",        "a\\'\nb"};
  REQUIRE_FALSE(texts.empty());
  for (const std::string& text : texts) {
    const std::string word = shell_word(text);
    CHECK(word.find('\n') == std::string::npos);
    CHECK(word.find('\x1b') == std::string::npos);
    CHECK(read_by_bash(word) == text);
  }
}
