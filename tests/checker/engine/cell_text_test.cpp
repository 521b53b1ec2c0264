#include "checker/engine/cell_text.h"

#include "tests/support/catch.h"
