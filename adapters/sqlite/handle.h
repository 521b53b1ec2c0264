// SQLite's handles, closed by their owners.
#pragma once

#include <sqlite3.h>

#include <memory>

namespace countercheck::sqlite {

struct CloseDatabase {
  // close_v2 never refuses: the last statement to be finalized takes the connection with it.
  void operator()(sqlite3* database) const noexcept { sqlite3_close_v2(database); }
};

struct FinalizeStatement {
  // The result repeats the last error of step(), which was reported where it happened.
  void operator()(sqlite3_stmt* statement) const noexcept { sqlite3_finalize(statement); }
};

using DatabaseHandle = std::unique_ptr<sqlite3, CloseDatabase>;
using StatementHandle = std::unique_ptr<sqlite3_stmt, FinalizeStatement>;

}  // namespace countercheck::sqlite
