// Values into the placeholders of a prepared statement, by name.
#pragma once

#include <sqlite3.h>

#include <span>

#include "adapters/result.h"
#include "adapters/source.h"

namespace countercheck::sqlite {

// Binds every placeholder of the statement. SQLite takes an unbound one for NULL without a word,
// with which no comparison is true: here it is an error. `bindings` must outlive the statement.
[[nodiscard]] Result<Done> bind_all(sqlite3_stmt* statement, std::span<const Binding> bindings);

// The double that a kReal text spells; false when it spells none.
[[nodiscard]] bool real_from_text(const std::string& text, double& number);

}  // namespace countercheck::sqlite
