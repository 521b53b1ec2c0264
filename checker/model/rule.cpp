#include "checker/model/rule.h"

#include <algorithm>

namespace countercheck {

namespace {

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

}  // namespace

Place place_in(const SqlText& sql, std::size_t offset) {
  Place place = sql.start;
  if (!sql.offsets_hold) {
    return place;
  }
  const std::size_t end = std::min(offset, sql.text.size());
  for (std::size_t at = 0; at < end; ++at) {
    if (sql.text[at] == '\n') {
      ++place.line;
      place.column = 1;
    } else if (starts_character(sql.text[at])) {
      ++place.column;
    }
  }
  return place;
}

const SqlText* text_for(const RuleSql& sql, Dialect dialect) {
  const std::optional<SqlText>& own = dialect == Dialect::kPostgres ? sql.postgres : sql.sqlite;
  if (own) {
    return &*own;
  }
  return sql.both ? &*sql.both : nullptr;
}

}  // namespace countercheck
