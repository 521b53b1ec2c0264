#include "adapters/sqlite/bindings.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <system_error>

#include "adapters/sqlite/errors.h"

namespace countercheck::sqlite {

namespace {

SourceError refuse(const Binding& binding, const std::string& reason) {
  return own_error(SourceErrorKind::kRefused, "the value of :" + binding.name + " " + reason);
}

// A null destructor is SQLITE_STATIC: SQLite reads the text where it is.
int bind_text(sqlite3_stmt* statement, int index, const std::string& text) {
  return sqlite3_bind_text64(statement, index, text.data(), text.size(), nullptr, SQLITE_UTF8);
}

int bind_bytes(sqlite3_stmt* statement, int index, const std::string& bytes) {
  return sqlite3_bind_blob64(statement, index, bytes.data(), bytes.size(), nullptr);
}

Result<int> bind_real(sqlite3_stmt* statement, int index, const Binding& binding) {
  double number = 0;
  if (!real_from_text(binding.value.text, number)) {
    return refuse(binding, "is not a number");
  }
  return sqlite3_bind_double(statement, index, number);
}

Result<int> bind_integer(sqlite3_stmt* statement, int index, const Binding& binding) {
  if (binding.value.kind != CellKind::kInteger) {
    return refuse(binding, "is not an integer");
  }
  return sqlite3_bind_int64(statement, index, binding.value.integer);
}

// As the value stood in the column that it came from.
Result<int> bind_as_it_was(sqlite3_stmt* statement, int index, const Binding& binding) {
  switch (binding.value.kind) {
    case CellKind::kNull:
      return sqlite3_bind_null(statement, index);
    case CellKind::kInteger:
      return bind_integer(statement, index, binding);
    case CellKind::kReal:
      return bind_real(statement, index, binding);
    case CellKind::kText:
      return bind_text(statement, index, binding.value.text);
    case CellKind::kBytes:
      return bind_bytes(statement, index, binding.value.text);
    case CellKind::kDecimal:
      return refuse(binding, "is a decimal, which SQLite does not have");
  }
  return refuse(binding, "has no kind");
}

Result<int> bind_text_type(sqlite3_stmt* statement, int index, const Binding& binding) {
  if (binding.value.kind != CellKind::kText) {
    return refuse(binding, "is not text");
  }
  return bind_text(statement, index, binding.value.text);
}

Result<int> bind_value(sqlite3_stmt* statement, int index, const Binding& binding) {
  if (binding.type == BindType::kDecimal) {
    return refuse(binding, "is a decimal, which SQLite does not have; use integer minor units");
  }
  // A value cut for display would look for other rows.
  if (binding.value.is_cut()) {
    return refuse(binding, "was cut for display and cannot be looked up");
  }
  if (binding.value.is_null()) {
    return sqlite3_bind_null(statement, index);
  }
  switch (binding.type) {
    case BindType::kInteger:
    case BindType::kBoolean:
      return bind_integer(statement, index, binding);
    case BindType::kText:
    case BindType::kDate:
    case BindType::kTimestamp:
      return bind_text_type(statement, index, binding);
    case BindType::kColumn:
    case BindType::kDecimal:
      break;
  }
  return bind_as_it_was(statement, index, binding);
}

const Binding* find_binding(std::span<const Binding> bindings, std::string_view name) {
  const auto found = std::find_if(bindings.begin(), bindings.end(),
                                  [&](const Binding& binding) { return binding.name == name; });
  return found == bindings.end() ? nullptr : &*found;
}

}  // namespace

Result<Done> bind_all(sqlite3_stmt* statement, std::span<const Binding> bindings) {
  const int count = sqlite3_bind_parameter_count(statement);
  for (int index = 1; index <= count; ++index) {
    const char* spelling = sqlite3_bind_parameter_name(statement, index);
    const std::string_view name = spelling == nullptr ? "?" : spelling;
    const Binding* binding = name.front() == ':' ? find_binding(bindings, name.substr(1)) : nullptr;
    if (binding == nullptr) {
      return own_error(SourceErrorKind::kSql,
                       "the placeholder " + std::string(name) + " has no value");
    }
    const Result<int> code = bind_value(statement, index, *binding);
    if (!code) {
      return code.error();
    }
    if (code.value() != SQLITE_OK) {
      return last_error(sqlite3_db_handle(statement), code.value(), Step::kRows);
    }
  }
  return Done{};
}

bool real_from_text(const std::string& text, double& number) {
  const char* end = text.data() + text.size();
  const std::from_chars_result read = std::from_chars(text.data(), end, number);
  return read.ec == std::errc() && read.ptr == end;
}

}  // namespace countercheck::sqlite
