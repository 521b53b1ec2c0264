#include "checker/engine/impact_sum.h"
