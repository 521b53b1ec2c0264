#include "checker/load/rule_loader.h"

#include <filesystem>
#include <string>
#include <vector>

#include "tests/checker/load/workspace.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

TEST_CASE("rules of a folder and the folders below come sorted by id", "[load]") {
  const Workspace workspace;
  workspace.write("rules/usage.toml", sound_rule("b") + sound_rule("a"));
  workspace.write("rules/deep/er/billing.toml", sound_rule("z"));
  workspace.write("rules/notes.txt", "not a rule");
  workspace.write("rules/.hidden.toml", "not = [a rule");
  workspace.write("rules/.git/x.toml", "not = [a rule");
  const auto rules = load_rules({workspace.path("rules/")}, {});
  REQUIRE(rules);
  REQUIRE(rules.value().size() == 3);
  CHECK(rules.value()[0].id == "billing.z");
  CHECK(rules.value()[1].id == "usage.a");
  CHECK(rules.value()[2].id == "usage.b");
  CHECK(rules.value()[2].place.file == workspace.path("rules/usage.toml"));
}

TEST_CASE("FB-006: a folder without a rule file is refused at the place that names it", "[load]") {
  const Workspace workspace;
  workspace.write("rules/readme.txt", "nothing here");
  const std::string folder = workspace.path("rules");
  const auto rules = load_rules({folder}, {{"countercheck.toml", 1, 12}});
  REQUIRE_FALSE(rules);
  CHECK(listed(rules.error()) ==
        "countercheck.toml:1:12: the folder '" + folder + "' holds no rule file (*.toml)\n");
}

TEST_CASE("FB-006: a rule file without a rule is refused with its name", "[load]") {
  const Workspace workspace;
  for (const std::string text : {"", "# todo\n", "[rule]\n", "\n\n"}) {
    const auto file = workspace.write("a.toml", text);
    CHECK(refusal_of_paths({file}) ==
          file + ": there is no rule in this file; write [rule.NAME]\n");
  }
}

TEST_CASE("FB-006: a misspelt path is refused with the name that was meant", "[load]") {
  const Workspace workspace;
  workspace.write("rules/a.toml", sound_rule("x"));
  const auto rules = load_rules({workspace.path("ruels/")}, {{"countercheck.toml", 1, 12}});
  REQUIRE_FALSE(rules);
  CHECK(listed(rules.error()) == "countercheck.toml:1:12: the path '" + workspace.path("ruels/") +
                                     "' does not exist; did you mean 'rules'?\n");
  CHECK_THAT(refusal_of_paths({workspace.path("rules/b.toml")}), contains("does not exist"));
}

TEST_CASE("no path at all is a mistake and not an empty success", "[load]") {
  CHECK(refusal_of_paths({}) == "no rule file or folder is named\n");
}

TEST_CASE("a mistake in one file does not hide those of the others", "[load]") {
  const Workspace workspace;
  const auto a = workspace.write("rules/a.toml", "[rule.x\n");
  const auto b = workspace.write("rules/b.toml", sound_rule("x") + "tite = 1\n");
  const auto c = workspace.write("rules/c.toml", "\xff\xfe");
  const auto text = refusal_of_paths({workspace.path("rules"), workspace.path("gone")});
  CHECK_THAT(text, contains(a + ":1:8: this is not TOML"));
  CHECK_THAT(text, contains(b + ":7:1: unknown key 'tite'; did you mean 'title'?"));
  CHECK_THAT(text, contains(c + ":1:1: this byte is not UTF-8"));
  CHECK_THAT(text, contains("gone' does not exist"));
}

TEST_CASE("FB-020: two rules of one id in two files are refused with both places", "[load]") {
  const Workspace workspace;
  const auto eu = workspace.write("eu/billing.toml", sound_rule("dup"));
  const auto us = workspace.write("us/billing.toml", "\n" + sound_rule("dup"));
  CHECK(refusal_of_paths({workspace.path("us"), workspace.path("eu")}) ==
        us + ":2:1: there is another rule 'billing.dup' at " + eu + ":1:1\n");
}

TEST_CASE("FB-020: ids that differ in case only are refused with both places", "[load]") {
  const Workspace workspace;
  const auto file = workspace.write("billing.toml", sound_rule("Dup") + sound_rule("dup"));
  CHECK(refusal_of_paths({file}) ==
        file +
            ":7:1: rule 'billing.dup' and rule 'billing.Dup' differ in upper and lower case "
            "only; the other is at " +
            file + ":1:1\n");
}

TEST_CASE("packs of one name in two folders may hold different rules", "[load]") {
  const Workspace workspace;
  workspace.write("eu/billing.toml", sound_rule("a"));
  workspace.write("us/billing.toml", sound_rule("b"));
  const auto rules = load_rules({workspace.path("")}, {});
  REQUIRE(rules);
  CHECK(rules.value().size() == 2);
}

TEST_CASE("a file named twice is loaded once", "[load]") {
  const Workspace workspace;
  const auto file = workspace.write("rules/billing.toml", sound_rule("a"));
  const auto rules = load_rules({file, workspace.path("rules"), workspace.path("rules")}, {});
  REQUIRE(rules);
  CHECK(rules.value().size() == 1);
}

TEST_CASE("a folder behind a link is loaded and a ring of links ends", "[load]") {
  const Workspace workspace;
  workspace.write("elsewhere/billing.toml", sound_rule("a"));
  workspace.write("rules/usage.toml", sound_rule("b"));
  std::filesystem::create_directory_symlink("../elsewhere", workspace.path("rules/link"));
  std::filesystem::create_directory_symlink("../rules", workspace.path("elsewhere/back"));
  const auto rules = load_rules({workspace.path("rules")}, {});
  REQUIRE(rules);
  CHECK(rules.value().size() == 2);
}

TEST_CASE("a rule file that would be passed over is named", "[load]") {
  const Workspace workspace;
  workspace.write("rules/a.toml", sound_rule("x"));
  const auto odd = workspace.write("rules/b.TOML", sound_rule("x"));
  std::filesystem::create_symlink("nowhere.toml", workspace.path("rules/c.toml"));
  const auto text = refusal_of_paths({workspace.path("rules")});
  CHECK_THAT(text, contains(odd + ": this would not be loaded"));
  CHECK_THAT(text, contains(workspace.path("rules/c.toml") + ": this file does not exist"));
}

TEST_CASE("a file whose name cannot be part of an id is refused", "[load]") {
  const Workspace workspace;
  CHECK_THAT(refusal_of_paths({workspace.write("my rules.toml", sound_rule("x"))}),
             contains("a rule file is named with letters"));
  CHECK_THAT(refusal_of_paths({workspace.write("rules.conf", sound_rule("x"))}),
             contains("a rule file's name must end in .toml"));
  CHECK_THAT(refusal_of_paths({workspace.write("a@eu.toml", sound_rule("x"))}),
             contains("a rule file is named with letters"));
}

TEST_CASE("what is no regular file is refused without being waited for", "[load]") {
  CHECK_THAT(refusal_of_paths({"/dev/zero"}), contains("/dev/zero: this file is not a regular"));
}

TEST_CASE("a source that no project declares is named with the nearest one", "[load]") {
  Rule rule = accepted_with("");
  CHECK(listed(check_sources({rule}, {"biling", "usage"})) ==
        "rules/billing.toml:3:10: unknown source 'billing'; did you mean 'biling'?\n");
  rule.sources = {"eu", "us"};
  CHECK(check_sources({rule}, {"eu", "us"}).empty());
  CHECK(check_sources({rule}, {"eu"}).size() == 1);
  CHECK_THAT(listed(check_sources({rule}, {})), contains("name it with --source"));
}

}  // namespace
}  // namespace countercheck::test
