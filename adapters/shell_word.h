// Words of a shell command that a person pastes: one line each, whatever is in them.
#pragma once

#include <string>
#include <string_view>

namespace countercheck {

// The text as one word of bash or zsh. Single quotes where they serve, double quotes around text
// with single ones, and $'…' where control characters (a newline, say) would break the line.
[[nodiscard]] std::string shell_word(std::string_view text);

}  // namespace countercheck
