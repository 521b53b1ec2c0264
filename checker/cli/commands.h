// The commands: arguments in, exit status out.
#pragma once

#include "checker/cli/arguments.h"
#include "checker/cli/delivery.h"

namespace countercheck {

[[nodiscard]] int run_command(const Arguments& arguments, Delivery& delivery);
[[nodiscard]] int ask_command(const Arguments& arguments, Delivery& delivery);
[[nodiscard]] int list_command(const Arguments& arguments, Delivery& delivery);

// Everything that `main` does.
[[nodiscard]] int run_program(int count, const char* const* values);

}  // namespace countercheck
