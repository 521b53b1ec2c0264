// SQLite's own question "may this statement do that?", answered: reading only.
//
// The authorizer is the judge of rule text on SQLite. It also learns which tables and views a
// statement reads, through views and common table expressions.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/sqlite/catalog.h"

namespace countercheck::sqlite {

// Table-valued functions that rules may use: json_each, json_tree and pragmas that only read.
[[nodiscard]] std::vector<std::string> allowed_table_functions();

class Authorizer {
 public:
  enum class Mode : std::uint8_t {
    kOwn,          // our own statements: anything
    kRulePrepare,  // a rule's text: reading only; what it reads is remembered
    kRuleRows,     // the rule's rows: table-valued pragmas ask for their PRAGMA only now
  };

  void install(sqlite3* database, const Catalog* catalog);

  // Entering kRulePrepare forgets the reads and the refusal of the statement before.
  void enter(Mode mode);

  // Why the statement was refused; empty when it was not.
  [[nodiscard]] const std::string& refusal() const { return refusal_; }

  // Tables and views read, as created, without those that only the statement itself defines.
  [[nodiscard]] std::vector<std::string> reads() const;

 private:
  struct Request {
    int action = 0;
    std::string_view first;
    std::string_view second;
    std::string_view inner;  // the view or common table expression that asks
  };

  static int on_action(void* self, int action, const char* first, const char* second,
                       const char* database, const char* inner) noexcept;
  [[nodiscard]] int judge(const Request& request);
  [[nodiscard]] int judge_read(const Request& request);
  [[nodiscard]] int judge_function(std::string_view name);
  [[nodiscard]] int judge_pragma(const Request& request);
  [[nodiscard]] int refuse(std::string reason);
  void note_read(std::string_view name);

  const Catalog* catalog_ = nullptr;
  Mode mode_ = Mode::kOwn;
  std::set<std::string> reads_;
  std::string refusal_;
};

// Restores kOwn whatever happens between.
class AuthorizerScope {
 public:
  AuthorizerScope(Authorizer& authorizer, Authorizer::Mode mode) : authorizer_(authorizer) {
    authorizer_.enter(mode);
  }
  ~AuthorizerScope() { authorizer_.enter(Authorizer::Mode::kOwn); }
  AuthorizerScope(const AuthorizerScope&) = delete;
  AuthorizerScope& operator=(const AuthorizerScope&) = delete;

 private:
  Authorizer& authorizer_;
};

}  // namespace countercheck::sqlite
