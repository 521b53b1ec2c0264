#include "checker/load/sql_value.h"

#include <toml++/toml.h>

#include <array>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "checker/load/key_table.h"
#include "checker/load/values.h"

namespace countercheck {

namespace {

constexpr std::size_t kSqlBytesMax = std::size_t{64} * 1024;

// How a string was written in the file, found again in its text.
struct Spelling {
  std::size_t content = 0;  // offset of the first character of the content
  bool has_escape = false;
};

// Whether the quote at `at` is preceded by a backslash.
bool is_escaped(std::string_view text, std::size_t at) { return at > 0 && text[at - 1] == '\\'; }

// `open` is the offset of the opening quote. In a basic string a quote after a backslash does not
// close it; that an escaped backslash may stand before the quote does not matter here, since any
// backslash at all is refused.
Spelling inspect_spelling(std::string_view text, std::size_t open) {
  const char quote = text[open];
  const std::string triple(3, quote);
  const bool is_long = text.substr(open, 3) == triple;
  Spelling spelling{open + (is_long ? 3U : 1U), false};
  if (is_long && text.substr(spelling.content, 2) == "\r\n") {
    spelling.content += 2;
  } else if (is_long && text.substr(spelling.content, 1) == "\n") {
    spelling.content += 1;
  }
  if (quote == '"') {
    const std::string_view closing = is_long ? std::string_view(triple) : text.substr(open, 1);
    std::size_t close = text.find(closing, spelling.content);
    while (close != std::string_view::npos && is_escaped(text, close)) {
      close = text.find(closing, close + 1);
    }
    const std::string_view content = text.substr(spelling.content, close - spelling.content);
    spelling.has_escape = content.find('\\') != std::string_view::npos;
  }
  return spelling;
}

// Whether the file spells the value character by character, line ends aside, so that an offset in
// the value is a place in the file.
bool spells(std::string_view text, std::size_t at, std::string_view value) {
  for (const char letter : value) {
    if (letter == '\n' && at < text.size() && text[at] == '\r') {
      ++at;
    }
    if (at >= text.size() || text[at] != letter) {
      return false;
    }
    ++at;
  }
  return true;
}

// What is wrong with a text as SQL, wherever it came from; "" when nothing is.
std::string fault_of(std::string_view sql) {
  if (is_blank(sql)) {
    return "is blank: there is nothing to run";
  }
  if (sql.size() > kSqlBytesMax) {
    return "is longer than 64 KiB";
  }
  if (sql.find('\0') != std::string_view::npos) {
    return "holds a NUL byte";
  }
  return starts_with_mark(sql) ? "starts with a byte order mark; save it without one" : "";
}

// The file a rule names, if it may be used: below the folder of the rule file, links resolved. A
// rule file from a stranger must not make the program show other files of its user.
std::optional<std::string> locate(const Entry& entry, const std::string& named) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(entry.in.file.name).parent_path();
  const fs::path path = folder / named;
  std::error_code failure;
  const fs::path real = fs::canonical(path, failure);
  if (failure) {
    entry.refuse("the SQL file '" + named + "' cannot be opened: " + failure.message());
    return std::nullopt;
  }
  const fs::path home = fs::canonical(folder.empty() ? fs::path(".") : folder, failure);
  const fs::path inside = failure ? fs::path() : real.lexically_relative(home);
  if (fs::path(named).is_absolute() || inside.empty() || *inside.begin() == "..") {
    entry.refuse("the SQL file '" + named + "' is not in the folder of the rule file or below it");
    return std::nullopt;
  }
  return path.string();
}

// The file's whole text. Its places start at its own first character, so offsets always hold.
std::optional<SqlText> read_sql_file(const Entry& entry) {
  const auto named = read_line(entry);
  const auto path = named ? locate(entry, *named) : std::nullopt;
  if (!path) {
    return std::nullopt;
  }
  auto text = read_text_file(*path, kSqlBytesMax);
  if (!text) {
    entry.refuse("the SQL file '" + *named + "' " + text.error().reason);
    return std::nullopt;
  }
  if (const auto bad = find_invalid_utf8(text.value())) {
    entry.in.mistakes.push_back(
        {place_of_byte(*path, text.value(), *bad), "this byte is not UTF-8"});
    return std::nullopt;
  }
  if (const std::string fault = fault_of(text.value()); !fault.empty()) {
    entry.in.mistakes.push_back({{*path, 1, 1}, "this SQL " + fault});
    return std::nullopt;
  }
  const auto identity = identify(*path);
  const auto user = identity
                        ? entry.in.sql_files->claim(*identity, entry.in.file.place_of(entry.value))
                        : std::nullopt;
  if (user) {
    entry.refuse("the SQL file '" + *named + "' is used already at " + to_text(*user) +
                 ": no other rule may use it, write it out once more");
    return std::nullopt;
  }
  return SqlText{std::move(text).value(), {*path, 1, 1}, true};
}

// What a table of SQL says, before it is known whether its keys go together.
struct SqlTable {
  RuleSql sql;
  bool has_file = false;
  bool has_dialect = false;
};

// A dialect's own text may stand in a file too, so the rows of the two tables refer to each other.
std::optional<SqlText> read_dialect(const Entry& entry);

void read_file_key(const Entry& entry, SqlTable& table) {
  table.has_file = true;
  table.sql.both = read_sql_file(entry);
}

void read_postgres_key(const Entry& entry, SqlTable& table) {
  table.has_dialect = true;
  table.sql.postgres = read_dialect(entry);
}

void read_sqlite_key(const Entry& entry, SqlTable& table) {
  table.has_dialect = true;
  table.sql.sqlite = read_dialect(entry);
}

constexpr std::array<KeyRow<SqlTable>, 3> kSqlRows = {{
    {"postgres", read_postgres_key},
    {"sqlite", read_sqlite_key},
    {"file", read_file_key},
}};

constexpr std::array<KeyRow<SqlTable>, 1> kDialectRows = {
    {{"file", read_file_key, Need::kRequired}}};

// The text for one dialect: a string, or a file of its own.
std::optional<SqlText> read_dialect(const Entry& entry) {
  if (entry.value.is_string()) {
    return read_sql_text(entry);
  }
  if (!entry.value.is_table()) {
    refuse_kind(entry, "SQL in ''' … ''' or { file = … }");
    return std::nullopt;
  }
  SqlTable table;
  read_table<SqlTable>(entry, kDialectRows, table);
  return table.sql.both;
}

}  // namespace

std::optional<Place> SqlFiles::claim(const FileIdentity& file, const Place& place) {
  const auto [user, is_new] = users_.emplace(file, place);
  return is_new ? std::nullopt : std::optional(user->second);
}

std::optional<SqlText> read_sql_text(const Entry& entry) {
  const auto* value = entry.value.as_string();
  if (value == nullptr) {
    refuse_kind(entry, "SQL in ''' … '''");
    return std::nullopt;
  }
  if (const std::string fault = fault_of(value->get()); !fault.empty()) {
    entry.refuse("the SQL in '" + entry.name() + "' " + fault);
    return std::nullopt;
  }
  const std::string& text = entry.in.file.text;
  const Place place = entry.in.file.place_of(entry.value);
  const auto open = byte_at(text, place.line, place.column);
  if (!open || (text[*open] != '\'' && text[*open] != '"')) {
    return SqlText{value->get(), place, false};
  }
  const Spelling spelling = inspect_spelling(text, *open);
  if (spelling.has_escape) {
    entry.refuse("the SQL in '" + entry.name() +
                 "' has a backslash in a \"…\" string, which changes it; use a literal string "
                 "''' … '''");
    return std::nullopt;
  }
  // A place that is only nearly right would send people to the wrong line, so without proof the
  // start of the string is all that is told.
  if (!spells(text, spelling.content, value->get())) {
    return SqlText{value->get(), place, false};
  }
  return SqlText{value->get(), place_of_byte(place.file, text, spelling.content), true};
}

std::optional<RuleSql> read_rule_sql(const Entry& entry) {
  if (entry.value.is_string()) {
    auto text = read_sql_text(entry);
    return text ? std::optional(RuleSql{std::move(text), std::nullopt, std::nullopt})
                : std::nullopt;
  }
  if (!entry.value.is_table()) {
    refuse_kind(entry, "SQL in ''' … ''', { postgres = …, sqlite = … } or { file = … }");
    return std::nullopt;
  }
  SqlTable table;
  read_table<SqlTable>(entry, kSqlRows, table);
  if (table.has_file && table.has_dialect) {
    entry.refuse("'" + entry.name() +
                 "' has both a file for every engine and a text for one; write { postgres = { "
                 "file = … }, … }");
    return std::nullopt;
  }
  if (!table.has_file && !table.has_dialect) {
    entry.refuse("'" + entry.name() + "' has no SQL");
    return std::nullopt;
  }
  return table.sql;
}

std::vector<std::string> sql_key_names() { return names_of<SqlTable>(kSqlRows); }

}  // namespace countercheck
