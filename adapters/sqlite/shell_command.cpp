#include "adapters/sqlite/shell_command.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>

#include "adapters/shell_word.h"
#include "adapters/sqlite/placeholders.h"

namespace countercheck::sqlite {

namespace {

std::string quoted(std::string_view text) {
  std::string result = "'";
  for (const char letter : text) {
    result += letter;
    if (letter == '\'') {
      result += letter;
    }
  }
  return result + "'";
}

bool is_word(char letter) {
  return letter == '_' || std::isalnum(static_cast<unsigned char>(letter)) != 0;
}

// A literal in the place of a name: parentheses keep a sign apart from what stands before it
// ("a-:x"), and a blank keeps words apart.
std::string placed(const std::string& literal, std::string_view before, std::string_view after) {
  const std::string whole = literal.starts_with('-') ? "(" + literal + ")" : literal;
  const bool joins_before = !before.empty() && is_word(before.back()) && is_word(whole.front());
  const bool joins_after = !after.empty() && is_word(after.front()) && is_word(whole.back());
  return (joins_before ? " " : "") + whole + (joins_after ? " " : "");
}

std::string hex_literal(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  constexpr unsigned kNibbleBits = 4;
  constexpr unsigned kNibbleMask = 0xf;
  std::string literal = "X'";
  for (const char letter : bytes) {
    const auto byte = static_cast<unsigned char>(letter);
    literal += kDigits[byte >> kNibbleBits];
    literal += kDigits[byte & kNibbleMask];
  }
  return literal + "'";
}

// A command line cannot hold a NUL, and a terminal may alter other control characters.
bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return byte < 0x20U || byte == 0x7fU;
  });
}

// Length of the character that begins with this byte; 0 for a byte that begins none.
std::size_t utf8_length(unsigned char first) {
  if (first < 0x80U) {
    return 1;
  }
  if (first >= 0xc2U && first <= 0xdfU) {
    return 2;
  }
  if (first >= 0xe0U && first <= 0xefU) {
    return 3;
  }
  return first >= 0xf0U && first <= 0xf4U ? 4 : 0;
}

// Good enough to choose a spelling: what it lets through is well formed but for surrogates.
bool is_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = utf8_length(static_cast<unsigned char>(text[at]));
    if (length == 0 || at + length > text.size()) {
      return false;
    }
    for (std::size_t next = at + 1; next < at + length; ++next) {
      if ((static_cast<unsigned char>(text[next]) & 0xc0U) != 0x80U) {
        return false;
      }
    }
    at += length;
  }
  return true;
}

std::string text_literal(std::string_view text) {
  if (is_utf8(text) && !has_control(text)) {
    return quoted(text);
  }
  return "CAST(" + hex_literal(text) + " AS TEXT)";
}

// A literal without point or exponent would be an integer, which divides otherwise.
std::string real_literal(const std::string& text) {
  if (text == "Infinity") {
    return "9e999";
  }
  if (text == "-Infinity") {
    return "-9e999";
  }
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

const Binding* binding_of(const Query& query, std::string_view spelling) {
  for (const Binding& binding : query.bindings) {
    if (spelling.starts_with(':') && spelling.substr(1) == binding.name) {
      return &binding;
    }
  }
  return nullptr;
}

std::string with_literals(const Query& query) {
  const Result<std::vector<SqlitePlaceholder>> placeholders = find_sqlite_placeholders(query.sql);
  if (!placeholders) {
    return query.sql;
  }
  std::string sql;
  std::size_t done = 0;
  for (const SqlitePlaceholder& placeholder : placeholders.value()) {
    const Binding* binding = binding_of(query, placeholder.spelling);
    if (binding == nullptr) {
      continue;
    }
    sql.append(query.sql, done, placeholder.offset - done);
    done = placeholder.offset + placeholder.spelling.size();
    sql += placed(sql_literal(binding->value), sql, std::string_view(query.sql).substr(done));
  }
  return sql.append(query.sql, done);
}

}  // namespace

std::string sql_literal(const Value& value) {
  switch (value.kind) {
    case CellKind::kNull:
      return "NULL";
    case CellKind::kInteger:
      return std::to_string(value.integer);
    case CellKind::kReal:
      return real_literal(value.text);
    case CellKind::kText:
    case CellKind::kDecimal:
      return text_literal(value.text);
    case CellKind::kBytes:
      return hex_literal(value.text);
  }
  return "NULL";
}

std::string shell_command(const std::string& path, const Query& query) {
  std::string sql = with_literals(query);
  // The program takes an argument that begins with a hyphen for an option and one that begins with
  // a dot for a command of its own.
  if (sql.starts_with('-') || sql.starts_with('.')) {
    sql.insert(sql.begin(), ' ');
  }
  sql.erase(sql.find_last_not_of(" \t\r\n") + 1);
  return "sqlite3 -readonly -safe " + shell_word(path) + " " + shell_word(sql);
}

}  // namespace countercheck::sqlite
