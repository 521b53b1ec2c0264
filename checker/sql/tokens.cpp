#include "checker/sql/tokens.h"

#include <pg_query.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "adapters/characters.h"
#include "checker/sql/parse_tree.h"

namespace countercheck {

namespace {

class ScanResult {
 public:
  explicit ScanResult(const std::string& sql) : result_(pg_query_scan(sql.c_str())) {}
  ScanResult(const ScanResult&) = delete;
  ScanResult& operator=(const ScanResult&) = delete;
  ~ScanResult() { pg_query_free_scan_result(result_); }

  [[nodiscard]] const PgQueryScanResult& get() const { return result_; }

 private:
  PgQueryScanResult result_;
};

// One field of a protobuf message. The scanner's answer comes in that form, and its generated
// header needs another that libpg_query's package does not bring along; two field kinds are all.
struct Field {
  std::uint64_t number = 0;
  std::uint64_t value = 0;  // of a number
  std::string_view bytes;   // of a message
};

class FieldReader {
 public:
  explicit FieldReader(std::string_view bytes) : rest_(bytes) {}

  [[nodiscard]] bool failed() const { return failed_; }

  // Absent at the end, and at anything that is not understood, which failed() then tells.
  std::optional<Field> next() {
    if (rest_.empty() || failed_) {
      return std::nullopt;
    }
    const std::uint64_t tag = varint();
    constexpr std::uint64_t kNumber = 0;
    constexpr std::uint64_t kMessage = 2;
    Field field;
    field.number = tag >> 3U;
    field.value = varint();
    if ((tag & 7U) == kMessage) {
      failed_ = failed_ || field.value > rest_.size();
      field.bytes = rest_.substr(0, failed_ ? 0 : field.value);
      rest_.remove_prefix(field.bytes.size());
    } else {
      failed_ = failed_ || (tag & 7U) != kNumber;
    }
    return failed_ ? std::nullopt : std::optional(field);
  }

 private:
  // Seven bits a byte, lowest first; the top bit says that more follow.
  std::uint64_t varint() {
    constexpr unsigned kBitsMax = 64;
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < kBitsMax && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7FU) << shift;
      if (byte < 0x80) {
        return value;
      }
    }
    failed_ = true;
    return 0;
  }

  std::string_view rest_;
  bool failed_ = false;
};

// ScanToken {start = 1, end = 2, …}; absent when it is not that.
std::optional<Token> read_token(std::string_view message) {
  Token token;
  FieldReader reader(message);
  while (const std::optional<Field> field = reader.next()) {
    if (field->number == 1) {
      token.start = field->value;
    } else if (field->number == 2) {
      token.end = field->value;
    }
  }
  return reader.failed() ? std::nullopt : std::optional(token);
}

bool is_comment(std::string_view text) { return text.starts_with("--") || text.starts_with("/*"); }

// ScanResult {version = 1, repeated tokens = 2}. Every token must lie in the text, behind the one
// before: an answer that was misread must not pass for a text without placeholders.
std::optional<std::vector<Token>> read_tokens(std::string_view message, std::string_view sql) {
  std::vector<Token> tokens;
  std::size_t end = 0;
  FieldReader reader(message);
  while (const std::optional<Field> field = reader.next()) {
    if (field->number != 2) {
      continue;
    }
    std::optional<Token> token = read_token(field->bytes);
    if (!token || token->start < end || token->start >= sql.size() || token->end > sql.size()) {
      return std::nullopt;
    }
    // The scanner gives U&'…' and U&"…" an end that is too early.
    token->end = std::max(token->end, token->start + 1);
    end = token->end;
    if (!is_comment(sql.substr(token->start, token->end - token->start))) {
      tokens.push_back(*token);
    }
  }
  return reader.failed() ? std::nullopt : std::optional(std::move(tokens));
}

}  // namespace

Result<std::vector<Token>> scan_tokens(std::string_view sql) {
  if (const Result<Done> checked = check_size(sql); !checked.ok()) {
    return checked.error();
  }
  const ScanResult result{std::string(sql)};
  if (const PgQueryError* error = result.get().error; error != nullptr) {
    SourceError sql_error{SourceErrorKind::kSql, error->message, "42601", std::nullopt};
    if (error->cursorpos > 0) {
      sql_error.position =
          byte_offset(sql, static_cast<std::size_t>(error->cursorpos)).value_or(sql.size());
    }
    return sql_error;
  }
  const PgQueryProtobuf& packed = result.get().pbuf;
  std::optional<std::vector<Token>> tokens =
      read_tokens(std::string_view(packed.data, packed.len), sql);
  if (!tokens) {
    return SourceError{
        SourceErrorKind::kInternal, "the scanner's answer is not understood", {}, {}};
  }
  return *std::move(tokens);
}

}  // namespace countercheck
