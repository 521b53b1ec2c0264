#include "adapters/sqlite/source_facts.h"

#include <fmt/format.h>

#include <cstdint>

namespace countercheck::sqlite {

std::string utc_text(std::chrono::system_clock::time_point moment) {
  const auto day = std::chrono::floor<std::chrono::days>(moment);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(std::chrono::floor<std::chrono::milliseconds>(moment - day));
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count(),
                     time.subseconds().count());
}

Result<SourceFacts> describe_source(const Connection& connection, const OpenRequest& request,
                                    const Fingerprint& fingerprint,
                                    std::chrono::system_clock::time_point taken) {
  SourceFacts facts;
  facts.dialect = Dialect::kSqlite;
  facts.target = request.path;
  facts.server = std::string("SQLite ") + sqlite3_libversion();
  facts.snapshot = fmt::format("change counter {}, size {}", fingerprint.change_counter,
                               fingerprint.file.size_bytes);
  facts.strength = request.live ? "transaction" : "immutable";
  if (request.live) {
    const Result<std::int64_t> version =
        own_integer(connection.database.get(), "PRAGMA data_version");
    if (!version) {
      return version.error();
    }
    facts.snapshot = fmt::format("data version {}, {}", version.value(), facts.snapshot);
  }
  facts.taken = utc_text(taken);
  facts.now = taken;
  return facts;
}

}  // namespace countercheck::sqlite
