#include "adapters/postgres/shell_command.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "adapters/postgres/scanner.h"
#include "adapters/postgres/settings.h"
#include "adapters/postgres/types.h"
#include "adapters/shell_word.h"

namespace countercheck {
namespace {

std::string quote_for_conninfo(std::string_view value) {
  const bool plain = !value.empty() && value.find_first_of(" \t\n\r'\\=") == std::string_view::npos;
  if (plain) {
    return std::string(value);
  }
  std::string quoted = "'";
  for (const char letter : value) {
    if (letter == '\'' || letter == '\\') {
      quoted += '\\';
    }
    quoted += letter;
  }
  return quoted + "'";
}

// The cast that gives the literal the type that the bound parameter has.
std::string cast_of(const Binding& binding, const TypeNamer& type_name) {
  switch (binding.type) {
    case BindType::kText:
      return "::text";
    case BindType::kInteger:
      return "::bigint";
    case BindType::kDecimal:
      return "::numeric";
    case BindType::kDate:
      return "::date";
    case BindType::kTimestamp:
      return "::timestamptz";
    case BindType::kBoolean:
      return "::boolean";
    case BindType::kColumn: {
      const auto name = type_name(binding.type_oid);
      return name.has_value() && !name->empty() ? "::" + *name : "";
    }
  }
  return "";
}

std::string literal_of(const Binding& binding, const TypeNamer& type_name) {
  const std::string value =
      binding.value.is_null() ? "NULL" : quote_literal(parameter_text(binding));
  // Parentheses, since a cast binds tighter than some operators that may stand before it.
  return "(" + value + cast_of(binding, type_name) + ")";
}

std::string with_literals(const Query& query, const TypeNamer& type_name) {
  std::string sql;
  std::size_t copied = 0;
  for (const PlaceholderSpan& span : find_placeholders(query.sql)) {
    if (span.number > query.bindings.size()) {
      continue;
    }
    sql += query.sql.substr(copied, span.offset - copied);
    sql += literal_of(query.bindings[span.number - 1], type_name);
    copied = span.offset + span.length;
  }
  return sql + query.sql.substr(copied);
}

}  // namespace

std::string psql_command(const ShellTarget& target, const Query& query,
                         const TypeNamer& type_name) {
  for (const Binding& binding : query.bindings) {
    if (binding.value.is_cut()) {
      return "";
    }
  }
  std::string connection;
  for (const auto& [key, value] : target.connection) {
    connection += (connection.empty() ? "" : " ") + key + "=" + quote_for_conninfo(value);
  }
  const std::string settings =
      (target.role.empty() ? "" : "SET ROLE " + quote_identifier(target.role) + "; ") +
      "SET search_path = " + target.search_path +
      "; SET TimeZone = " + quote_literal(target.time_zone);
  std::string sql = with_literals(query, type_name);
  sql.erase(sql.find_last_not_of(" \t\r\n") + 1);
  return "psql -X -q " + shell_word(connection) + " -c " + shell_word(settings) + " -c " +
         shell_word(sql);
}

}  // namespace countercheck
