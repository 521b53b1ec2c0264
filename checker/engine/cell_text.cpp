#include "checker/engine/cell_text.h"
