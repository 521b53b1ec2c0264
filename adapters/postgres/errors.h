// From what Postgres says to a SourceError: kind by SQLSTATE, one line of text, no secrets.
#pragma once

#include <libpq-fe.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/result.h"

namespace countercheck {

// Passwords that must never be shown, whoever's text they stand in.
class Secrets {
 public:
  void add(std::string secret);

  // The text with every secret replaced by "***".
  [[nodiscard]] std::string mask(std::string text) const;

 private:
  std::vector<std::string> secrets_;  // longest first, so that no tail of one survives
};

// The kind for a SQLSTATE by itself. The caller knows better for 57014 (who cancelled?) and for an
// empty one.
[[nodiscard]] SourceErrorKind kind_of_sqlstate(std::string_view sqlstate);

// What is needed to make an error of a failed result.
struct ErrorContext {
  const Secrets* secrets = nullptr;
  std::string_view sql;              // as sent; "" for statements of our own
  bool positions_are_bytes = false;  // the server counts bytes, not characters (SQL_ASCII)
  std::string role;
};

[[nodiscard]] SourceError error_of(const PGresult* result, const ErrorContext& context);

// Foreign text on one line, without what libpq and the server put before it ("ERROR:  ").
[[nodiscard]] std::string single_line(std::string_view text);

[[nodiscard]] SourceError make_error(SourceErrorKind kind, std::string message);

}  // namespace countercheck
