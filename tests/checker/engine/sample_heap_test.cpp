#include "checker/engine/sample_heap.h"

#include "tests/support/catch.h"
