#include "checker/engine/impact_sum.h"

#include "tests/support/catch.h"
