#include "adapters/sqlite/placeholder_scan.h"

#include <algorithm>

namespace countercheck::sqlite {

namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

bool is_space(char letter) { return letter == ' ' || (letter >= '\t' && letter <= '\r'); }

// Letters, digits, underscore, dollar and every byte outside of ASCII.
bool is_name_part(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || is_digit(letter) ||
         letter == '_' || letter == '$' || static_cast<unsigned char>(letter) >= 0x80U;
}

// Walks over the text token by token, with the few kinds of token that matter here.
class Scanner {
 public:
  explicit Scanner(std::string_view sql) : sql_(sql) {}

  Scan run() {
    while (at_ < sql_.size()) {
      step();
    }
    return scan_;
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead) const {
    return at_ + ahead < sql_.size() ? sql_[at_ + ahead] : '\0';
  }

  void step() {
    const char letter = peek(0);
    if (is_space(letter)) {
      ++at_;
    } else if (sql_.substr(at_).starts_with("\xEF\xBB\xBF")) {
      at_ += 3;  // a byte order mark counts as a blank
    } else if (letter == '-' && peek(1) == '-') {
      skip_past("\n", 2);
    } else if (letter == '/' && peek(1) == '*') {
      skip_past("*/", 2);
    } else if (!step_placeholder(letter)) {
      step_token(letter);
    }
  }

  // Continues after the next `end`, or at the end of the text where there is none.
  void skip_past(std::string_view end, std::size_t begin_size) {
    const std::size_t found = sql_.find(end, at_ + begin_size);
    at_ = found == std::string_view::npos ? sql_.size() : found + end.size();
  }

  // Everything that is neither blank, comment nor placeholder.
  void step_token(char letter) {
    const std::size_t begin = at_;
    if (letter == '\'' || letter == '"' || letter == '`') {
      skip_quoted(letter);
    } else if (letter == '[') {
      skip_past("]", 1);
    } else if (is_name_part(letter)) {
      skip_name();
    } else {
      ++at_;
    }
    if (scan_.first_word.size == 0) {
      scan_.first_word = {begin, at_ - begin};
    }
  }

  // A doubled quote is one quote inside.
  void skip_quoted(char quote) {
    ++at_;
    while (at_ < sql_.size()) {
      if (sql_[at_] == quote && peek(1) != quote) {
        ++at_;
        return;
      }
      at_ += sql_[at_] == quote ? 2U : 1U;
    }
    at_ = std::min(at_, sql_.size());
  }

  void skip_name() {
    while (is_name_part(peek(0))) {
      ++at_;
    }
  }

  // ?, ?1, :name, @name, $name, also with TCL's $a::b and $a(b). False leaves the place as it was.
  bool step_placeholder(char letter) {
    const std::size_t begin = at_;
    if (letter == '?') {
      ++at_;
      while (is_digit(peek(0))) {
        ++at_;
      }
    } else if (letter == ':' || letter == '@' || letter == '$' || letter == '#') {
      ++at_;
      if (!skip_variable_name()) {
        at_ = begin;
        return false;
      }
    } else {
      return false;
    }
    scan_.placeholders.push_back({begin, at_ - begin});
    return true;
  }

  // False when no name follows.
  bool skip_variable_name() {
    bool named = false;
    while (true) {
      if (is_name_part(peek(0))) {
        named = true;
        ++at_;
      } else if (peek(0) == ':' && peek(1) == ':') {
        at_ += 2;
      } else {
        break;
      }
    }
    if (named && peek(0) == '(') {
      skip_subscript();
    }
    return named;
  }

  // "$a(b)": up to the closing parenthesis, unless a blank comes first.
  void skip_subscript() {
    std::size_t end = at_ + 1;
    while (end < sql_.size() && sql_[end] != ')' && !is_space(sql_[end])) {
      ++end;
    }
    if (end < sql_.size() && sql_[end] == ')') {
      at_ = end + 1;
    }
  }

  std::string_view sql_;
  std::size_t at_ = 0;
  Scan scan_;
};

}  // namespace

Scan scan_sqlite(std::string_view sql) { return Scanner(sql).run(); }

}  // namespace countercheck::sqlite
