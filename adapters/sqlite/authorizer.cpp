#include "adapters/sqlite/authorizer.h"

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include "adapters/sqlite/text.h"

namespace countercheck::sqlite {

namespace {

using Names = std::string_view;

// Pragmas that read and take the name of a table or index.
constexpr std::array<Names, 10> kPragmasWithArgument = {
    "foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo",
    "integrity_check",   "quick_check",      "table_info", "table_list", "table_xinfo"};

// Pragmas that read when they get no argument and might write when they get one.
constexpr std::array<Names, 12> kPragmasWithoutArgument = {
    "application_id", "collation_list", "compile_options", "data_version",
    "database_list",  "encoding",       "freelist_count",  "function_list",
    "page_count",     "page_size",      "schema_version",  "user_version"};

// Pragmas whose answer depends on rows of tables that the text does not name.
constexpr std::array<Names, 3> kPragmasOverAllTables = {
    "pragma_foreign_key_check", "pragma_integrity_check", "pragma_quick_check"};

struct RefusedFunction {
  Names name;
  Names reason;
};

constexpr Names kDiffers = "its answer is not the same twice";
constexpr Names kState = "it tells about the connection, not about the data";
constexpr Names kEffect = "it has effects or reads what its arguments name";

// Everything else that SQLite brings with it reads its arguments only; nothing of ours is added.
constexpr std::array<RefusedFunction, 14> kRefusedFunctions = {{{"changes", kState},
                                                                {"edit", kEffect},
                                                                {"fts3_tokenizer", kEffect},
                                                                {"fts5", kEffect},
                                                                {"last_insert_rowid", kState},
                                                                {"load_extension", kEffect},
                                                                {"optimize", kEffect},
                                                                {"random", kDiffers},
                                                                {"randomblob", kDiffers},
                                                                {"rtreecheck", kEffect},
                                                                {"sqlite_log", kEffect},
                                                                {"sqlite_offset", kState},
                                                                {"total_changes", kState},
                                                                {"writefile", kEffect}}};

constexpr std::string_view kPragmaPrefix = "pragma_";

template <typename List>
bool holds(const List& list, std::string_view name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

std::string_view view_or_empty(const char* text) {
  return text == nullptr ? std::string_view() : text;
}

// What a refused action would have done, in SQL's own words.
std::string_view action_name(int action) {
  switch (action) {
    case SQLITE_INSERT:
      return "INSERT";
    case SQLITE_UPDATE:
      return "UPDATE";
    case SQLITE_DELETE:
      return "DELETE";
    case SQLITE_ATTACH:
      return "ATTACH";
    case SQLITE_DETACH:
      return "DETACH";
    case SQLITE_PRAGMA:
      return "PRAGMA";
    case SQLITE_TRANSACTION:
    case SQLITE_SAVEPOINT:
      return "transaction control";
    default:
      return "a change of the schema or the connection";
  }
}

}  // namespace

std::vector<std::string> allowed_table_functions() {
  std::vector<std::string> names = {"json_each", "json_tree"};
  for (const Names pragma : kPragmasWithArgument) {
    names.push_back(std::string(kPragmaPrefix) + std::string(pragma));
  }
  for (const Names pragma : kPragmasWithoutArgument) {
    names.push_back(std::string(kPragmaPrefix) + std::string(pragma));
  }
  return names;
}

void Authorizer::install(sqlite3* database, const Catalog* catalog) {
  catalog_ = catalog;
  sqlite3_set_authorizer(database, &Authorizer::on_action, this);
}

void Authorizer::enter(Mode mode) {
  mode_ = mode;
  if (mode == Mode::kRulePrepare) {
    reads_.clear();
    refusal_.clear();
  }
}

std::vector<std::string> Authorizer::reads() const { return {reads_.begin(), reads_.end()}; }

// Called from C: nothing may be thrown through it, and what cannot be judged is denied.
int Authorizer::on_action(void* self, int action, const char* first, const char* second,
                          const char* /*database*/, const char* inner) noexcept {
  try {
    return static_cast<Authorizer*>(self)->judge(
        {action, view_or_empty(first), view_or_empty(second), view_or_empty(inner)});
  } catch (const std::exception&) {
    return SQLITE_DENY;
  }
}

int Authorizer::judge(const Request& request) {
  if (mode_ == Mode::kOwn) {
    return SQLITE_OK;
  }
  note_read(request.inner);
  switch (request.action) {
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_READ:
      return judge_read(request);
    case SQLITE_FUNCTION:
      return judge_function(request.second);
    case SQLITE_PRAGMA:
      return judge_pragma(request);
    default:
      break;
  }
  if (request.action == SQLITE_UPDATE && is_schema_table(lower_case(request.first))) {
    return refuse(
        "rule is not read-only, or uses a table-valued function that is not among those allowed "
        "(json_each, json_tree and pragma_… functions that only read)");
  }
  return refuse("rule is not read-only: it asks for " + std::string(action_name(request.action)) +
                (request.first.empty() ? "" : " of " + std::string(request.first)));
}

int Authorizer::judge_read(const Request& request) {
  const std::string name = lower_case(request.first);
  const bool is_own_table = catalog_->find(name) != nullptr;
  if (!is_own_table && name.starts_with(kPragmaPrefix) && !holds(allowed_table_functions(), name)) {
    return refuse("the table-valued function " + name + " is not among those that only read");
  }
  note_read(name);
  if (!is_own_table && holds(kPragmasOverAllTables, name)) {
    for (const std::string& table : catalog_->tables()) {
      note_read(table);
    }
  }
  return SQLITE_OK;
}

int Authorizer::judge_function(std::string_view name) {
  const std::string lower = lower_case(name);
  for (const RefusedFunction& refused : kRefusedFunctions) {
    if (refused.name == lower) {
      return refuse("the function " + lower + "() is refused: " + std::string(refused.reason));
    }
  }
  return SQLITE_OK;
}

// A PRAGMA that is asked for while rows are read comes from a table-valued function; as a statement
// of its own it is asked for while the rule is prepared.
int Authorizer::judge_pragma(const Request& request) {
  const std::string name = lower_case(request.first);
  const bool reads_only = holds(kPragmasWithArgument, name) ||
                          (request.second.empty() && holds(kPragmasWithoutArgument, name));
  if (mode_ == Mode::kRuleRows && reads_only) {
    return SQLITE_OK;
  }
  return refuse("rule is not read-only: it asks for PRAGMA " + name);
}

int Authorizer::refuse(std::string reason) {
  if (refusal_.empty()) {
    refusal_ = std::move(reason);
  }
  return SQLITE_DENY;
}

void Authorizer::note_read(std::string_view name) {
  if (name.empty()) {
    return;
  }
  if (is_schema_table(lower_case(name))) {
    reads_.insert("sqlite_schema");
    return;
  }
  const SchemaObject* object = catalog_->find(name);
  if (object != nullptr) {
    reads_.insert(object->name);
  }
}

}  // namespace countercheck::sqlite
