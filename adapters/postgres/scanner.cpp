#include "adapters/postgres/scanner.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace countercheck {
namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

// Every byte beyond ASCII may be part of a name.
bool is_name_start(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_' ||
         static_cast<unsigned char>(letter) >= 0x80U;
}

bool is_name_part(char letter) {
  return is_name_start(letter) || is_digit(letter) || letter == '$';
}

std::size_t end_of_name(std::string_view sql, std::size_t at) {
  while (at < sql.size() && is_name_part(sql[at])) {
    ++at;
  }
  return at;
}

// `at` is the opening mark; a doubled mark stands for itself, and so does one after a backslash in
// an E'' string.
std::size_t end_of_quoted(std::string_view sql, std::size_t at, bool backslashes) {
  const char mark = sql[at];
  for (++at; at < sql.size(); ++at) {
    if (backslashes && sql[at] == '\\') {
      ++at;
    } else if (sql[at] == mark) {
      if (at + 1 < sql.size() && sql[at + 1] == mark) {
        ++at;
      } else {
        return at + 1;
      }
    }
  }
  return sql.size();
}

std::size_t end_of_line_comment(std::string_view sql, std::size_t at) {
  return std::min(sql.find_first_of("\r\n", at), sql.size());
}

// Block comments nest in Postgres.
std::size_t end_of_block_comment(std::string_view sql, std::size_t at) {
  std::size_t depth = 0;
  while (at < sql.size()) {
    const std::string_view pair = sql.substr(at, 2);
    if (pair == "/*") {
      ++depth;
      at += 2;
    } else if (pair == "*/") {
      at += 2;
      if (--depth == 0) {
        return at;
      }
    } else {
      ++at;
    }
  }
  return sql.size();
}

// The end of $tag$ … $tag$ that starts at `at`, or `at` if none starts there.
std::size_t end_of_dollar_quote(std::string_view sql, std::size_t at) {
  std::size_t close = at + 1;
  if (close < sql.size() && is_name_start(sql[close])) {
    while (close < sql.size() && is_name_part(sql[close]) && sql[close] != '$') {
      ++close;
    }
  }
  if (close >= sql.size() || sql[close] != '$') {
    return at;
  }
  const std::string_view tag = sql.substr(at, close + 1 - at);
  const std::size_t end = sql.find(tag, close + 1);
  return end == std::string_view::npos ? sql.size() : end + tag.size();
}

// The end of the comment that starts at `at`, or `at` if none does.
std::size_t end_of_comment(std::string_view sql, std::size_t at) {
  const std::string_view pair = sql.substr(at, 2);
  if (pair == "--") {
    return end_of_line_comment(sql, at);
  }
  return pair == "/*" ? end_of_block_comment(sql, at) : at;
}

// The end of whatever starts at `at` and cannot hold a placeholder.
std::size_t end_of_opaque(std::string_view sql, std::size_t at) {
  const std::size_t comment = end_of_comment(sql, at);
  if (comment != at) {
    return comment;
  }
  const char letter = sql[at];
  if (letter == '\'' || letter == '"') {
    return end_of_quoted(sql, at, false);
  }
  if (is_name_start(letter)) {
    const std::size_t end = end_of_name(sql, at);
    const bool escapes = end == at + 1 && (letter == 'e' || letter == 'E');
    return escapes && end < sql.size() && sql[end] == '\'' ? end_of_quoted(sql, end, true) : end;
  }
  return letter == '$' ? end_of_dollar_quote(sql, at) : at;
}

}  // namespace

std::vector<PlaceholderSpan> find_placeholders(std::string_view sql) {
  std::vector<PlaceholderSpan> found;
  std::size_t at = 0;
  while (at < sql.size()) {
    const std::size_t skipped = end_of_opaque(sql, at);
    if (skipped != at) {
      at = skipped;
      continue;
    }
    std::size_t end = at + 1;
    std::size_t number = 0;
    while (sql[at] == '$' && end < sql.size() && is_digit(sql[end]) && number < 100000) {
      number = number * 10 + static_cast<std::size_t>(sql[end] - '0');
      ++end;
    }
    if (number > 0) {
      found.push_back({at, end - at, number});
    }
    at = end;
  }
  return found;
}

std::string first_word(std::string_view sql) {
  std::size_t at = 0;
  while (at < sql.size()) {
    const std::size_t comment = end_of_comment(sql, at);
    if (comment != at) {
      at = comment;
    } else if (std::string_view(" \t\n\r\f\v(").find(sql[at]) != std::string_view::npos) {
      ++at;
    } else {
      break;
    }
  }
  std::string word(sql.substr(at, end_of_name(sql, at) - at));
  std::transform(word.begin(), word.end(), word.begin(), [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  });
  return word;
}

}  // namespace countercheck
