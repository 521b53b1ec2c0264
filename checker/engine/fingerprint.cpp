#include "checker/engine/fingerprint.h"
