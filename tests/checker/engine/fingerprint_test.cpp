#include "checker/engine/fingerprint.h"

#include "tests/support/catch.h"
