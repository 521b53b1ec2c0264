#include "checker/sql/placeholders.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>

#include "checker/sql/tokens.h"

namespace countercheck {

namespace {

bool is_name_byte(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_' || byte == '$' ||
         static_cast<unsigned char>(byte) >= 0x80;
}

bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

// A word, neither quoted nor with Unicode escapes.
bool is_plain_name(std::string_view text) {
  return !is_digit(text.front()) && text.front() != '$' &&
         std::all_of(text.begin(), text.end(), is_name_byte);
}

// 'x', E'x', "x", U&"x", 12, $$x$$: what a colon may stand before in no Postgres statement, while
// other tools give it a meaning.
bool is_literal(std::string_view text) {
  return is_digit(text.front()) || text.front() == '$' || text.back() == '\'' || text.back() == '"';
}

bool is_array_keyword(std::string_view text) {
  constexpr std::string_view kArray = "array";
  return text.size() == kArray.size() &&
         std::equal(text.begin(), text.end(), kArray.begin(),
                    [](char written, char plain) { return (written | 0x20) == plain; });
}

// Goes through the tokens and keeps the brackets that are open: a colon right inside a subscript
// may stand between the bounds of a slice.
class Finder {
 public:
  Finder(std::string_view sql, std::span<const Token> tokens) : sql_(sql), tokens_(tokens) {}

  Result<std::vector<Placeholder>> find() {
    for (std::size_t at = 0; at < tokens_.size(); ++at) {
      const std::string_view text = text_at(at);
      track_bracket(at);
      if (text.front() == '$' && text.size() > 1 && is_digit(text[1])) {
        found_.push_back({"", std::string(text), tokens_[at].start});
      } else if (text == ":" && at + 1 < tokens_.size() &&
                 tokens_[at + 1].start == tokens_[at].end) {
        if (std::optional<SourceError> error = colon(at)) {
          return *std::move(error);
        }
      }
    }
    return std::move(found_);
  }

 private:
  enum class Bracket : std::uint8_t { kRound, kArray, kSubscript };

  [[nodiscard]] std::string_view text_at(std::size_t at) const {
    return sql_.substr(tokens_[at].start, tokens_[at].end - tokens_[at].start);
  }

  [[nodiscard]] bool in(Bracket bracket) const { return !open_.empty() && open_.back() == bracket; }

  void track_bracket(std::size_t at) {
    const std::string_view text = text_at(at);
    if (text == "(") {
      open_.push_back(Bracket::kRound);
    } else if (text == "[") {
      open_.push_back(starts_array(at) ? Bracket::kArray : Bracket::kSubscript);
    } else if ((text == ")" || text == "]") && !open_.empty()) {
      open_.pop_back();
    }
  }

  // ARRAY[…], or a row of a constructor with several dimensions: ARRAY[[1, 2], [3, 4]].
  [[nodiscard]] bool starts_array(std::size_t at) const {
    if (at == 0) {
      return false;
    }
    const std::string_view before = text_at(at - 1);
    return is_array_keyword(before) || ((before == "[" || before == ",") && in(Bracket::kArray));
  }

  // The colon at `at`, with a token right behind it.
  std::optional<SourceError> colon(std::size_t at) {
    const std::string word(text_at(at + 1));
    const bool is_name = is_plain_name(word);
    if (!in(Bracket::kSubscript)) {
      if (is_name || is_literal(word)) {
        found_.push_back({is_name ? word : "", ":" + word, tokens_[at].start});
      }
      return std::nullopt;
    }
    if (!is_name) {
      return std::nullopt;  // the bounds of a slice
    }
    return SourceError{SourceErrorKind::kRefused,
                       "`:" + word +
                           "` inside a subscript can be a parameter or the end of a slice; "
                           "write (:" +
                           word +
                           ") for the parameter, or a blank behind the colon for "
                           "the slice",
                       {},
                       tokens_[at].start};
  }

  std::string_view sql_;
  std::span<const Token> tokens_;
  std::vector<Bracket> open_;
  std::vector<Placeholder> found_;
};

// The number of a name, from 1; a new one is added.
std::size_t number_of(const std::string& name, std::vector<std::string>& names) {
  const auto found = std::find(names.begin(), names.end(), name);
  const std::size_t index = static_cast<std::size_t>(found - names.begin());
  if (found == names.end()) {
    names.push_back(name);
  }
  return index + 1;
}

}  // namespace

Result<std::vector<Placeholder>> find_postgres_placeholders(std::string_view sql) {
  const Result<std::vector<Token>> tokens = scan_tokens(sql);
  if (!tokens.ok()) {
    return tokens.error();
  }
  return Finder(sql, tokens.value()).find();
}

std::size_t RewrittenSql::original_offset(std::size_t offset) const {
  const auto after = std::upper_bound(
      shifts.begin(), shifts.end(), offset,
      [](std::size_t value, const Shift& shift) { return value < shift.rewritten; });
  if (after == shifts.begin()) {
    return offset;
  }
  const Shift& shift = *std::prev(after);
  const std::size_t original = shift.original + (offset - shift.rewritten);
  // "$12" may be longer than ":a": what sticks out belongs to the placeholder's last byte.
  return after == shifts.end() || original < after->original
             ? original
             : std::max(shift.original, after->original - 1);
}

RewrittenSql rewrite(std::string_view sql, const std::vector<Placeholder>& placeholders) {
  RewrittenSql result;
  std::size_t copied = 0;
  for (const Placeholder& placeholder : placeholders) {
    if (placeholder.name.empty()) {
      continue;  // refused by the caller; its bytes stay
    }
    result.text += sql.substr(copied, placeholder.offset - copied);
    // "SELECT:a" is two words, and "SELECT$1" would be one.
    if (!result.text.empty() && is_name_byte(result.text.back())) {
      result.shifts.push_back({result.text.size(), placeholder.offset});
      result.text += ' ';
    }
    result.shifts.push_back({result.text.size(), placeholder.offset});
    result.text += "$" + std::to_string(number_of(placeholder.name, result.names));
    copied = placeholder.offset + placeholder.spelling.size();
    result.shifts.push_back({result.text.size(), copied});
  }
  result.text += sql.substr(copied);
  return result;
}

}  // namespace countercheck
