// Owners of what libpq hands out.
#pragma once

#include <libpq-fe.h>

#include <memory>

namespace countercheck {

struct FreeResult {
  void operator()(PGresult* result) const { PQclear(result); }
};
using ResultHandle = std::unique_ptr<PGresult, FreeResult>;

struct FreeCancel {
  void operator()(PGcancel* cancel) const { PQfreeCancel(cancel); }
};
using CancelHandle = std::unique_ptr<PGcancel, FreeCancel>;

struct FreeOptions {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};
using OptionsHandle = std::unique_ptr<PQconninfoOption, FreeOptions>;

}  // namespace countercheck
