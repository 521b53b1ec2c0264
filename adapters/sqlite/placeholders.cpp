#include "adapters/sqlite/placeholders.h"

#include <algorithm>
#include <string>
#include <utility>

#include "adapters/sqlite/errors.h"
#include "adapters/sqlite/handle.h"
#include "adapters/sqlite/placeholder_scan.h"
#include "adapters/sqlite/text.h"

namespace countercheck {

namespace {

using sqlite::DatabaseHandle;
using sqlite::last_error;
using sqlite::lower_case;
using sqlite::own_error;
using sqlite::Scan;
using sqlite::StatementHandle;
using sqlite::Step;
using sqlite::Token;

// In the body of a view SQLite refuses every variable, with this message and no other.
constexpr std::string_view kViewStart = "CREATE TEMP VIEW countercheck_text AS ";
constexpr std::string_view kVariableMessage = "parameters are not allowed in views";

// Stands for a placeholder. A number is a value wherever a variable is one, and unlike NULL it
// makes no keyword pair with the word before it.
constexpr std::string_view kStandIn = " 0 ";

// Each placeholder costs one parse of the whole text.
constexpr std::size_t kPlaceholdersMax = 500;
constexpr std::size_t kNobody = static_cast<std::size_t>(-1);

SourceError refused(std::string message, std::size_t offset) {
  SourceError error = own_error(SourceErrorKind::kRefused, std::move(message));
  error.position = offset;
  return error;
}

// The text with a stand-in for each placeholder but one, and the way back to the original.
struct Rewritten {
  std::string text{kViewStart};
  std::vector<std::pair<std::size_t, std::size_t>> anchors;  // offset here, offset in the original

  [[nodiscard]] std::size_t original_offset(std::size_t offset) const {
    const auto after = std::upper_bound(anchors.begin(), anchors.end(),
                                        std::pair(offset, static_cast<std::size_t>(-1)));
    if (after == anchors.begin()) {
      return 0;
    }
    const auto& [here, original] = *(after - 1);
    return original + (offset - here);
  }
};

Rewritten rewrite_all_but(std::string_view sql, const Scan& scan, std::size_t kept) {
  Rewritten rewritten;
  rewritten.anchors.emplace_back(rewritten.text.size(), 0);
  std::size_t done = 0;
  for (std::size_t index = 0; index < scan.placeholders.size(); ++index) {
    const Token& token = scan.placeholders[index];
    if (index == kept) {
      continue;
    }
    rewritten.text += sql.substr(done, token.offset - done);
    done = token.offset + token.size;
    // Wherever in the stand-in SQLite points to, the placeholder is meant.
    for (std::size_t at = 0; at < kStandIn.size(); ++at) {
      rewritten.anchors.emplace_back(rewritten.text.size() + at, token.offset);
    }
    rewritten.text += kStandIn;
    rewritten.anchors.emplace_back(rewritten.text.size(), done);
  }
  rewritten.text += sql.substr(done);
  return rewritten;
}

// An in-memory database whose tables nobody needs: a view's body is parsed, not resolved.
class ViewParser {
 public:
  ViewParser() {
    sqlite3* database = nullptr;
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX;
    code_ = sqlite3_open_v2(":memory:", &database, flags, nullptr);
    database_.reset(database);
  }

  // Where the text behind the first statement begins; the error of SQLite if it does not parse.
  [[nodiscard]] Result<std::size_t> parse(const std::string& text) {
    if (code_ != SQLITE_OK) {
      return last_error(database_.get(), code_, Step::kPrepare);
    }
    sqlite3_stmt* statement = nullptr;
    const char* tail = text.c_str();
    const int code = sqlite3_prepare_v2(database_.get(), text.c_str(), -1, &statement, &tail);
    const StatementHandle owner(statement);
    if (code != SQLITE_OK) {
      SourceError error = last_error(database_.get(), code, Step::kPrepare);
      if (!error.position) {
        error.position = text.size();  // "incomplete input" has no place of its own
      }
      return error;
    }
    return static_cast<std::size_t>(tail - text.c_str());
  }

  [[nodiscard]] bool is_blank(const char* text) const {
    return sqlite::is_blank(database_.get(), text);
  }

 private:
  DatabaseHandle database_;
  int code_ = SQLITE_ERROR;
};

// The word that begins at `offset`, in lower case; empty where none does.
std::string word_at(std::string_view sql, std::size_t offset) {
  std::string word;
  for (const char letter : lower_case(sql.substr(offset))) {
    if (letter < 'a' || letter > 'z') {
      break;
    }
    word += letter;
  }
  return word;
}

Result<Done> judge_kind(std::string_view sql, const Scan& scan) {
  if (sql.find('\0') != std::string_view::npos) {
    return refused("the text holds a NUL byte, at which SQLite stops reading", sql.find('\0'));
  }
  if (scan.first_word.size == 0 && scan.placeholders.empty()) {
    return refused("the text returns no result set: it is empty or only a comment", 0);
  }
  const std::string word = word_at(sql, scan.first_word.offset);
  if (word != "select" && word != "values" && word != "with") {
    return refused("the text is not one SELECT, VALUES or WITH … SELECT", scan.first_word.offset);
  }
  if (scan.placeholders.size() > kPlaceholdersMax) {
    return refused("the text has more than " + std::to_string(kPlaceholdersMax) + " placeholders",
                   scan.placeholders[kPlaceholdersMax].offset);
  }
  return Done{};
}

// A syntax error of the view's body, in terms of the original text. "WITH … DELETE" is a syntax
// error only because it stands in a view: it is refused for what it is.
SourceError syntax_error(SourceError error, std::string_view sql, const Rewritten& rewritten) {
  const std::size_t offset = std::min(
      rewritten.original_offset(error.position.value_or(rewritten.text.size())), sql.size());
  const std::string word = word_at(sql, offset);
  if (word == "delete" || word == "insert" || word == "update" || word == "replace") {
    return refused("the text is not read-only", offset);
  }
  error.position = offset;
  return error;
}

// With stand-ins for all: the text must be one statement, without any variable that the scan
// overlooked.
Result<Done> parse_without(ViewParser& parser, std::string_view sql, const Scan& scan) {
  const Rewritten rewritten = rewrite_all_but(sql, scan, kNobody);
  const Result<std::size_t> tail = parser.parse(rewritten.text);
  if (!tail) {
    return syntax_error(tail.error(), sql, rewritten);
  }
  if (!parser.is_blank(rewritten.text.c_str() + tail.value())) {
    return refused("the text is more than one statement", rewritten.original_offset(tail.value()));
  }
  return Done{};
}

// With a stand-in for all but one, SQLite must meet that one as a variable.
Result<Done> confirm(ViewParser& parser, std::string_view sql, const Scan& scan,
                     std::size_t index) {
  const Rewritten rewritten = rewrite_all_but(sql, scan, index);
  const Result<std::size_t> parsed = parser.parse(rewritten.text);
  const Token& token = scan.placeholders[index];
  if (!parsed && parsed.error().message == kVariableMessage) {
    return Done{};
  }
  SourceError error =
      own_error(SourceErrorKind::kSql,
                "SQLite does not read " + std::string(sql.substr(token.offset, token.size)) +
                    " as a placeholder" + (parsed ? "" : ": " + parsed.error().message));
  error.position = token.offset;
  return error;
}

}  // namespace

Result<std::vector<SqlitePlaceholder>> find_sqlite_placeholders(std::string_view sql) {
  const Scan scan = sqlite::scan_sqlite(sql);
  const Result<Done> judged = judge_kind(sql, scan);
  if (!judged) {
    return judged.error();
  }
  ViewParser parser;
  const Result<Done> parsed = parse_without(parser, sql, scan);
  if (!parsed) {
    return parsed.error();
  }
  std::vector<SqlitePlaceholder> placeholders;
  for (std::size_t index = 0; index < scan.placeholders.size(); ++index) {
    const Result<Done> confirmed = confirm(parser, sql, scan, index);
    if (!confirmed) {
      return confirmed.error();
    }
    const Token& token = scan.placeholders[index];
    placeholders.push_back({std::string(sql.substr(token.offset, token.size)), token.offset});
  }
  return placeholders;
}

}  // namespace countercheck
