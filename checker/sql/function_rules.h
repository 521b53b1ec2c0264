// Which functions of Postgres no rule may call, whatever the catalog says of their volatility.
#pragma once

#include <optional>
#include <string_view>

namespace countercheck {

// Why a function of this name is refused in any schema and for any reason given, with what to do
// instead; absent when it is not on the list.
[[nodiscard]] std::optional<std::string_view> why_denied(std::string_view name);

// Volatile built-ins that change nothing and read no files: an author may ask for them.
[[nodiscard]] bool is_harmless_volatile(std::string_view name);

// Those of them that cannot be called with one argument: a field of that name is a column.
[[nodiscard]] bool is_never_a_field(std::string_view name);

}  // namespace countercheck
