#include "checker/engine/sample_heap.h"
