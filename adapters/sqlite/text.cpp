#include "adapters/sqlite/text.h"

#include "adapters/sqlite/handle.h"

namespace countercheck::sqlite {

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& letter : lower) {
    if (letter >= 'A' && letter <= 'Z') {
      letter = static_cast<char>(letter - 'A' + 'a');
    }
  }
  return lower;
}

std::string in_quotes(std::string_view text, char quote) {
  std::string result(1, quote);
  for (const char letter : text) {
    result += letter;
    if (letter == quote) {
      result += letter;
    }
  }
  return result + quote;
}

bool is_blank(sqlite3* database, const char* text) {
  while (*text != '\0') {
    sqlite3_stmt* statement = nullptr;
    const char* tail = text;
    const int code = sqlite3_prepare_v2(database, text, -1, &statement, &tail);
    const StatementHandle owner(statement);
    if (code != SQLITE_OK || statement != nullptr || tail == text) {
      return false;
    }
    text = tail;
  }
  return true;
}

}  // namespace countercheck::sqlite
