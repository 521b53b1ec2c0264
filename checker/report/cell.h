// One cell as people read it: NULL, a plain value, or a quoted one where the plain spelling could
// be taken for something else.
//
//   NULL        the NULL of the database
//   'NULL' ''   the text NULL, the empty text; also texts with a blank at an edge
//   E'a\nb'     a text with hidden characters; a backslash in it is doubled
//   abc… (5000 bytes)   a long text, shortened, with the size of the whole
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "checker/model/run_result.h"

namespace countercheck {

// Spells a cell; more than `width_max` display columns are cut, the size of the whole stated.
[[nodiscard]] std::string display_cell(const CellText& cell, std::size_t width_max);

// True for a decimal number in any spelling that a database uses, and for NaN and infinities.
[[nodiscard]] bool looks_numeric(std::string_view text);

}  // namespace countercheck
