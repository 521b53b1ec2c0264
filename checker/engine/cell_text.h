// How a cell is spelled in a result: always valid UTF-8, never fewer bytes of meaning than it had.
#pragma once

#include <string>
#include <string_view>

#include "adapters/value.h"
#include "checker/model/run_result.h"

namespace countercheck {

// NULL has no text. Numbers are spelled as the engine spelled them. Bytes are "\x" and lower-case
// hex digits. Text that is valid UTF-8 stays as it is, control characters included; other text is
// spelled by escape_utf8(). A cut value ends in "… (N bytes)", N being its full size.
[[nodiscard]] CellText cell_text(const Value& value);

// Valid UTF-8 comes back unchanged. In any other text each byte that belongs to no character
// becomes \xHH (upper-case hex) and each backslash is doubled, so that the bytes can be told from
// the spelling.
[[nodiscard]] std::string escape_utf8(std::string_view text);

}  // namespace countercheck
