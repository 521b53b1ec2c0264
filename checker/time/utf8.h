// Whether a text is UTF-8, judged by the standard's own table (no overlong forms, no surrogates).
#pragma once

#include <string_view>

namespace countercheck {

[[nodiscard]] bool is_valid_utf8(std::string_view text);

}  // namespace countercheck
