#include "adapters/postgres/errors.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "adapters/characters.h"

namespace countercheck {
namespace {

std::string field_of(const PGresult* result, int field) {
  const char* text = PQresultErrorField(result, field);
  return text == nullptr ? "" : text;
}

// The function of the server's source that raises it; unlike the message it is never translated.
bool is_row_security(const PGresult* result, std::string_view message) {
  return field_of(result, PG_DIAG_SOURCE_FUNCTION) == "check_enable_rls" ||
         message.find("row-level security policy") != std::string_view::npos;
}

std::optional<std::size_t> position_of(const PGresult* result, const ErrorContext& context) {
  const std::string text = field_of(result, PG_DIAG_STATEMENT_POSITION);
  std::size_t position = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), position);
  if (context.sql.empty() || parsed.ec != std::errc() || position == 0) {
    return std::nullopt;
  }
  if (context.positions_are_bytes) {
    return position - 1 <= context.sql.size() ? std::optional(position - 1) : std::nullopt;
  }
  return byte_offset(context.sql, position);
}

void append_cure(SourceError& error, const ErrorContext& context) {
  if (error.kind == SourceErrorKind::kRowSecurity) {
    error.message +=
        "; use a role with BYPASSRLS, or accept the filtered rows by row_security = \"reason\"";
  } else if (error.kind == SourceErrorKind::kMissingPrivilege && !context.role.empty()) {
    error.message += " (role " + context.role + ")";
  }
}

}  // namespace

void Secrets::add(std::string secret) {
  if (secret.empty() || std::find(secrets_.begin(), secrets_.end(), secret) != secrets_.end()) {
    return;
  }
  secrets_.push_back(std::move(secret));
  std::sort(secrets_.begin(), secrets_.end(), [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
}

std::string Secrets::mask(std::string text) const {
  for (const std::string& secret : secrets_) {
    for (std::size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at)) {
      text.replace(at, secret.size(), "***");
      at += 3;
    }
  }
  return text;
}

SourceErrorKind kind_of_sqlstate(std::string_view sqlstate) {
  using Kind = SourceErrorKind;
  static const std::map<std::string_view, Kind> exact = {{"42501", Kind::kMissingPrivilege},
                                                         {"57014", Kind::kTimeout},
                                                         {"55P03", Kind::kLocked},
                                                         {"40P01", Kind::kLocked},
                                                         {"25006", Kind::kRefused},
                                                         {"25001", Kind::kRefused},
                                                         {"40001", Kind::kSnapshotGone},
                                                         {"72000", Kind::kSnapshotGone},
                                                         {"08P01", Kind::kSql},
                                                         {"XX001", Kind::kCorrupt},
                                                         {"XX002", Kind::kCorrupt},
                                                         {"25P03", Kind::kLostConnection},
                                                         {"25P04", Kind::kLostConnection}};
  static const std::map<std::string_view, Kind> by_class = {{"08", Kind::kLostConnection},
                                                            {"0A", Kind::kSql},
                                                            {"26", Kind::kSql},
                                                            {"34", Kind::kSql},
                                                            {"3D", Kind::kSql},
                                                            {"3F", Kind::kSql},
                                                            {"42", Kind::kSql},
                                                            {"54", Kind::kSql},
                                                            {"57", Kind::kLostConnection},
                                                            {"58", Kind::kCorrupt},
                                                            {"25", Kind::kRefused},
                                                            {"2D", Kind::kRefused}};
  if (sqlstate.size() != 5) {
    return Kind::kLostConnection;
  }
  if (const auto found = exact.find(sqlstate); found != exact.end()) {
    return found->second;
  }
  const auto found = by_class.find(sqlstate.substr(0, 2));
  // Whatever else it is, the statement was understood and broke off while it ran.
  return found == by_class.end() ? Kind::kData : found->second;
}

SourceError error_of(const PGresult* result, const ErrorContext& context) {
  SourceError error;
  error.code = field_of(result, PG_DIAG_SQLSTATE);
  error.kind = kind_of_sqlstate(error.code);
  std::string text = field_of(result, PG_DIAG_MESSAGE_PRIMARY);
  if (text.empty()) {
    text = result == nullptr ? "the server gave no answer" : PQresultErrorMessage(result);
  }
  if (error.kind == SourceErrorKind::kMissingPrivilege && is_row_security(result, text)) {
    error.kind = SourceErrorKind::kRowSecurity;
  }
  for (const int field : {PG_DIAG_MESSAGE_DETAIL, PG_DIAG_MESSAGE_HINT}) {
    // The server's hint on row security advises ALTER TABLE, which is not for a reader to do.
    const std::string more = field_of(result, field);
    if (!more.empty() && error.kind != SourceErrorKind::kRowSecurity) {
      text += "; " + more;
    }
  }
  error.message = single_line(text);
  if (context.secrets != nullptr) {
    error.message = context.secrets->mask(std::move(error.message));
  }
  error.position = position_of(result, context);
  append_cure(error, context);
  return error;
}

std::string single_line(std::string_view text) {
  std::string line;
  for (const char letter : text) {
    const bool blank = letter == ' ' || letter == '\n' || letter == '\r' || letter == '\t';
    if (!blank) {
      line += letter;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  while (!line.empty() && line.back() == ' ') {
    line.pop_back();
  }
  for (const std::string_view prefix : {"ERROR: ", "FATAL: "}) {
    if (line.starts_with(prefix)) {
      line.erase(0, prefix.size());
    }
  }
  return line;
}

SourceError make_error(SourceErrorKind kind, std::string message) {
  SourceError error;
  error.kind = kind;
  error.message = std::move(message);
  return error;
}

}  // namespace countercheck
