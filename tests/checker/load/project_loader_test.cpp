#include "checker/load/project_loader.h"

#include <filesystem>
#include <string>
#include <vector>

#include "tests/checker/load/workspace.h"
#include "tests/support/catch.h"

namespace countercheck::test {
namespace {

const std::string kUsage = "[source.usage]\nsqlite = \"usage.db\"\n";
const std::string kBilling = "[source.billing]\npostgres = \"service=billing\"\n";

// The mistakes of a project file with this text, without the folder that it stands in.
std::string refusal_of_project(const std::string& text) {
  const Workspace workspace;
  const auto file = workspace.write("countercheck.toml", text);
  const auto project = load_project(file);
  std::string mistakes = project ? "" : listed(project.error());
  const std::string folder = workspace.path("");
  for (auto at = mistakes.find(folder); at != std::string::npos; at = mistakes.find(folder)) {
    mistakes.erase(at, folder.size());
  }
  return mistakes;
}

Project accepted_project(const Workspace& workspace, const std::string& text) {
  const auto project = load_project(workspace.write("countercheck.toml", text));
  INFO((project ? std::string() : listed(project.error())));
  REQUIRE(project.ok());
  return project.value();
}

struct Refusal {
  std::string text;
  std::string message;
};

void check_refusals(const std::vector<Refusal>& refusals) {
  REQUIRE_FALSE(refusals.empty());
  for (const Refusal& refusal : refusals) {
    INFO(refusal.text);
    CHECK_THAT(refusal_of_project(refusal.text), contains(refusal.message));
  }
}

TEST_CASE("a project file with every supported key is read as it was written", "[load]") {
  const Workspace workspace;
  const Project project = accepted_project(workspace, R"(rules = ["rules/", "/srv/rules.toml"]
timezone = "Europe/London"
fingerprint_key = "${CC_KEY}"

[source.usage]
sqlite = "snapshots/usage.db"
live = true
integrity = "quick"

[source.billing]
postgres = "postgresql://${HOST}/billing"
search_path = ["billing", "public"]
connections = 4
statement_timeout = "5min"
settings = { work_mem = "256MB", jit = false, effective_io_concurrency = 8, geqo = "off" }
max_snapshot_age = "30min"
row_security = "the view holds every row of this tenant"
begin = ["SET LOCAL citus.enable_repartition_joins = on"]
fresh = { sql = '''SELECT max(created_at) FROM charges''', within = "26h" }
)");
  CHECK(project.file == workspace.path("countercheck.toml"));
  CHECK(project.rules == std::vector<std::string>{workspace.path("rules/"), "/srv/rules.toml"});
  REQUIRE(project.rules_places.size() == 2);
  CHECK(project.rules_places[1].column == 20);
  CHECK(project.time_zone == "Europe/London");
  CHECK(project.time_zone_place.line == 2);
  CHECK(project.fingerprint_key == "${CC_KEY}");
  REQUIRE(project.sources.size() == 2);
  const SourceDeclaration& billing = project.sources[0];
  CHECK(billing.name == "billing");
  CHECK(billing.place.line == 10);
  CHECK(billing.dialect == Dialect::kPostgres);
  CHECK(billing.target == "postgresql://${HOST}/billing");
  CHECK(billing.target_place.line == 11);
  CHECK(billing.search_path == std::vector<std::string>{"billing", "public"});
  CHECK(billing.connections == 4);
  CHECK(billing.statement_timeout == std::chrono::minutes(5));
  CHECK(billing.settings == std::map<std::string, std::string>{{"work_mem", "256MB"},
                                                               {"jit", "off"},
                                                               {"effective_io_concurrency", "8"},
                                                               {"geqo", "off"}});
  CHECK(billing.max_snapshot_age == std::chrono::minutes(30));
  CHECK(billing.row_security == "the view holds every row of this tenant");
  CHECK(billing.begin.size() == 1);
  REQUIRE(billing.fresh);
  CHECK(billing.fresh->sql.text == "SELECT max(created_at) FROM charges");
  CHECK(billing.fresh->sql.start.column == 20);
  CHECK(billing.fresh->within == std::chrono::hours(26));
  const SourceDeclaration& usage = project.sources[1];
  CHECK(usage.dialect == Dialect::kSqlite);
  CHECK(usage.target == workspace.path("snapshots/usage.db"));
  CHECK(usage.live);
  CHECK(usage.integrity == IntegrityMode::kQuick);
}

TEST_CASE("keys that are absent from a project have the defaults of the contract", "[load]") {
  const Workspace workspace;
  const Project project = accepted_project(workspace, kUsage + kBilling);
  CHECK(project.time_zone == "UTC");
  CHECK(project.rules.empty());
  const SourceDeclaration& billing = project.sources[0];
  CHECK(billing.search_path == std::vector<std::string>{"public"});
  CHECK(billing.connections == 2);
  CHECK(billing.statement_timeout == std::chrono::minutes(10));
  CHECK(billing.max_snapshot_age == std::chrono::hours(2));
  CHECK_FALSE(billing.row_security);
  CHECK_FALSE(billing.fresh);
  CHECK_FALSE(project.sources[1].live);
  CHECK(project.sources[1].integrity == IntegrityMode::kFull);
}

TEST_CASE("a path that starts with a variable is joined by whoever expands it", "[load]") {
  const Workspace workspace;
  CHECK(accepted_project(workspace, "[source.u]\nsqlite = \"${DIR}/u.db\"\n").sources[0].target ==
        "${DIR}/u.db");
  CHECK(accepted_project(workspace, "[source.u]\nsqlite = \"/srv/u.db\"\n").sources[0].target ==
        "/srv/u.db");
}

TEST_CASE("a frozen key of the project that is not built is refused and never ignored", "[load]") {
  check_refusals({
      {"state = \"var/countercheck.db\"", "countercheck.toml:1:1: 'state' is not supported yet"},
      {"known = \"known.toml\"", "'known' is not supported yet"},
      {"[independence]\njob_objects = []", "1:2: 'independence' is not supported yet"},
      {"[source.s]\nfiles.jobs = \"jobs.jsonl\"", "2:1: 'files' is not supported yet"},
  });
}

TEST_CASE("keys of the project that are misspelt or misplaced are refused with a hint", "[load]") {
  check_refusals({
      {"time_zone = \"UTC\"", "1:1: unknown key 'time_zone'; did you mean 'timezone'?"},
      {kUsage + "rules = [\"rules\"]\n",
       "3:1: 'rules' belongs to the top of the file, before any "
       "header, but stands under [source.usage]"},
      {"sqlite = \"a.db\"", "'sqlite' is a key of a source: write it below [source.NAME]"},
      {"[source]\nsqlite = \"a.db\"", "'sqlite' is a key of a source, which needs a name"},
      {"[rule.x]\ntitle = \"a\"", "'rule' belongs in a rule file of its own"},
      {"[[source]]\nsqlite = \"a.db\"", "write [source.NAME]"},
      {"source = 5", "write [source.NAME]"},
      {"[sources.x]\nsqlite = \"a.db\"", "unknown key 'sources'; did you mean 'source'?"},
      {kBilling + "settings.work_mem = \"1MB\"\n[source.billing.settings]\nx = 1\n",
       "is written twice"},
      {kBilling + "[source.billing.settings]\nwork_mem = \"1MB\"\nconnections = 3\n",
       "5:1: 'connections' belongs to [source.billing]"},
      {kUsage + kUsage,
       "3:1: 'source.usage' is written twice; the first is at "
       "countercheck.toml:1:1"},
      {"[source.eu]\nsqlite = \"a.db\"\n[source.EU]\nsqlite = \"b.db\"\n",
       "differ in upper and lower case only"},
  });
}

TEST_CASE("a source is exactly one database and has only the keys of its kind", "[load]") {
  check_refusals({
      {"[source.a]\n", "1:1: source 'a' lacks the required key 'postgres' or 'sqlite'"},
      {kUsage + "postgres = \"service=x\"\n", "has both 'postgres' and 'sqlite'"},
      {kBilling + "live = true\n", "3:1: 'live' belongs to sqlite sources"},
      {kBilling + "integrity = \"off\"\n", "'integrity' belongs to sqlite sources"},
      {kUsage + "search_path = [\"a\"]\n", "'search_path' belongs to postgres sources"},
      {kUsage + "connections = 1\n", "'connections' belongs to postgres sources"},
      {kUsage + "statement_timeout = \"1s\"\n", "'statement_timeout' belongs to postgres sources"},
      {kUsage + "settings = {}\n", "'settings' belongs to postgres sources"},
      {kUsage + "max_snapshot_age = \"1h\"\n", "'max_snapshot_age' belongs to postgres sources"},
      {kUsage + "row_security = \"x\"\n", "'row_security' belongs to postgres sources"},
      {kUsage + "begin = [\"x\"]\n", "'begin' belongs to postgres sources"},
      {"[source.\"a b\"]\nsqlite = \"a.db\"", "the source name 'a b' must be of letters"},
  });
}

TEST_CASE("values of a source that cannot be meant are refused", "[load]") {
  check_refusals({
      {"[source.a]\nsqlite = \"file:a.db?mode=rwc\"", "2:10: 'sqlite' must be a path, never a URI"},
      {"[source.a]\nsqlite = \"FILE:a.db\"", "never a URI"},
      {"[source.a]\nsqlite = \":memory:\"", "a database in memory is empty"},
      {"[source.a]\nsqlite = \"\"", "'sqlite' is blank"},
      {"[source.a]\nsqlite = 5", "'sqlite' must be text, not a whole number"},
      {"[source.a]\npostgres = \"host=${\"", "has a ${ that is not followed by a name and }"},
      {"[source.a]\npostgres = \"host=${1A}\"", "has a ${ that is not followed by a name and }"},
      {"[source.a]\npostgres = \"${A}${B C}\"", "has a ${ that is not followed by a name and }"},
      {kUsage + "live = \"false\"\n", "'live' must be true or false, without quotes, not text"},
      {kUsage + "integrity = \"fast\"\n", "unknown integrity 'fast'; known here: 'full', 'off'"},
      {kBilling + "connections = 0\n", "'connections' must be from 1 to 64, not 0"},
      {kBilling + "connections = 65\n", "'connections' must be from 1 to 64, not 65"},
      {kBilling + "connections = inf\n", "'connections' must be a whole number, not inf"},
      {kBilling + "search_path = []\n", "'search_path' is an empty list"},
      {kBilling + "search_path = [\"${S}\"]\n", "${…} is read from the environment only in"},
      {kBilling + "row_security = \" \"\n", "'row_security' is blank"},
      {kBilling + "row_security = true\n", "'row_security' must be text, not true or false"},
      {kBilling + "max_snapshot_age = \"0h\"\n", "'max_snapshot_age' must be longer than nothing"},
      {kBilling + "statement_timeout = 10\n", "'statement_timeout' must be a duration"},
      {kBilling + "begin = \"x\"\n", "'begin' must be a list of texts"},
      {kBilling + "settings = { random_page_cost = 1.1 }\n",
       "'random_page_cost' is a binary fraction; write it as text"},
      {kBilling + "settings = { work_mem = [] }\n", "'work_mem' must be text, not a list"},
      {kBilling + "settings = \"work_mem=1\"\n", "'settings' must be a table such as"},
      {kBilling + "fresh = { sql = 'SELECT 1' }\n",
       "the required key 'within' is missing in [source.billing.fresh]"},
      {kBilling + "fresh = { sql = '', within = \"1h\" }\n", "the SQL in 'sql' is blank"},
      {kBilling + "fresh = { sql = { file = \"x\" }, within = \"1h\" }\n",
       "'sql' must be SQL in ''' … ''', not a table"},
      {kBilling + "fresh = { sql = 'SELECT 1', within = \"0s\" }\n", "must be longer than nothing"},
  });
}

TEST_CASE("values of the project that cannot be meant are refused", "[load]") {
  check_refusals({
      {"timezone = \"Europe/Lodnon\"", "1:12: unknown time zone 'Europe/Lodnon'"},
      {"timezone = 0", "'timezone' must be text, not a whole number"},
      {"rules = \"rules/\"", "'rules' must be a list of texts, not text"},
      {"rules = []", "'rules' is an empty list"},
      {"rules = [\"\"]", "'rules' holds a blank text"},
      {"rules = [\"${X}/rules\"]", "${…} is read from the environment only in"},
      {"fingerprint_key = \"\"", "'fingerprint_key' is blank"},
      {"fingerprint_key = \"${}\"", "has a ${ that is not followed by a name and }"},
  });
}

TEST_CASE("a project file that cannot be read is a mistake with its name", "[load]") {
  const Workspace workspace;
  const auto gone = load_project(workspace.path("gone.toml"));
  REQUIRE_FALSE(gone);
  CHECK(listed(gone.error()) ==
        workspace.path("gone.toml") + ": the project file does not exist\n");
  const auto folder = load_project(workspace.path(""));
  REQUIRE_FALSE(folder);
  CHECK_THAT(listed(folder.error()), contains("is a directory"));
}

TEST_CASE("the project file is found in the folder or the nearest above it", "[load]") {
  const Workspace workspace;
  std::filesystem::create_directories(workspace.path("outer/inner/deep"));
  const auto outer = workspace.write("outer/countercheck.toml", kUsage);
  CHECK(find_project_file(workspace.path("outer")) == outer);
  const auto above = find_project_file(workspace.path("outer/inner/deep"));
  REQUIRE(above);
  CHECK(std::filesystem::equivalent(*above, outer));
  const auto inner = workspace.write("outer/inner/countercheck.toml", kUsage);
  CHECK(std::filesystem::equivalent(*find_project_file(workspace.path("outer/inner/deep")), inner));
}

TEST_CASE("a project file that cannot be read is found and not passed over", "[load]") {
  const Workspace workspace;
  workspace.write("countercheck.toml", kUsage);
  std::filesystem::create_directories(workspace.path("inner"));
  std::filesystem::create_symlink("nowhere", workspace.path("inner/countercheck.toml"));
  const auto found = find_project_file(workspace.path("inner"));
  CHECK(found == workspace.path("inner/countercheck.toml"));
  CHECK_FALSE(load_project(*found));
}

}  // namespace
}  // namespace countercheck::test
