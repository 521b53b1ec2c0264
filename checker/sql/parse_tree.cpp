#include "checker/sql/parse_tree.h"

#include <pg_query.h>

#include <string>

#include "adapters/characters.h"
#include "checker/sql/guard.h"

namespace countercheck {

namespace {

// Frees the result whatever happens on the way.
class ParseResult {
 public:
  explicit ParseResult(const std::string& sql) : result_(pg_query_parse(sql.c_str())) {}
  ParseResult(const ParseResult&) = delete;
  ParseResult& operator=(const ParseResult&) = delete;
  ~ParseResult() { pg_query_free_parse_result(result_); }

  [[nodiscard]] const PgQueryParseResult& get() const { return result_; }

 private:
  PgQueryParseResult result_;
};

SourceError refused(std::string message) {
  return {SourceErrorKind::kRefused, std::move(message), {}, std::nullopt};
}

}  // namespace

Result<Done> check_size(std::string_view sql) {
  if (sql.size() > kSqlBytesMax) {
    return refused("the statement has " + std::to_string(sql.size()) + " bytes; at most " +
                   std::to_string(kSqlBytesMax) + " are allowed");
  }
  const std::size_t nul = sql.find('\0');
  if (nul != std::string_view::npos) {
    SourceError error = refused("the statement holds a NUL character");
    error.position = nul;
    return error;
  }
  return Done{};
}

Result<ParseTree> parse_tree(std::string_view sql) {
  if (const Result<Done> checked = check_size(sql); !checked.ok()) {
    return checked.error();
  }
  const ParseResult result{std::string(sql)};
  if (const PgQueryError* error = result.get().error; error != nullptr) {
    SourceError sql_error{SourceErrorKind::kSql, error->message, "42601", std::nullopt};
    if (error->cursorpos > 0) {
      sql_error.position =
          byte_offset(sql, static_cast<std::size_t>(error->cursorpos)).value_or(sql.size());
    }
    return sql_error;
  }
  constexpr bool kWithExceptions = false;
  ParseTree tree = ParseTree::parse(result.get().parse_tree, nullptr, kWithExceptions);
  if (tree.is_discarded()) {
    // libpg_query copies names and literals as they are, and JSON takes UTF-8 only.
    return refused("the statement is not UTF-8");
  }
  return tree;
}

const ParseTree& member(const ParseTree& node, const char* key) {
  static const ParseTree kNone;
  if (!node.is_object()) {
    return kNone;
  }
  const auto found = node.find(key);
  return found == node.end() ? kNone : *found;
}

std::string_view string_of(const ParseTree& node) {
  const ParseTree& text = member(member(node, "String"), "sval");
  return text.is_string() ? std::string_view(text.get_ref<const std::string&>())
                          : std::string_view{};
}

}  // namespace countercheck
