#include "adapters/sqlite/end_check.h"

#include <optional>

namespace countercheck::sqlite {

namespace {

std::vector<EndFinding> changed(const std::string& what) {
  return {{std::nullopt, "the database file changed while it was read: " + what}};
}

std::string from_to(const std::string& what, std::int64_t before, std::int64_t now) {
  return what + " was " + std::to_string(before) + " and is " + std::to_string(now);
}

}  // namespace

Result<Fingerprint> take_fingerprint(const Connection& connection, const FileFacts& file) {
  const Result<std::uint32_t> counter = change_counter(connection.database.get());
  if (!counter) {
    return counter.error();
  }
  return Fingerprint{file, counter.value()};
}

std::vector<EndFinding> compare_with_start(const Connection& connection, const std::string& path,
                                           const Fingerprint& start, Stillness stillness) {
  const Result<FileFacts> now = file_facts(path);
  if (!now) {
    return changed(now.error().message);
  }
  const FileFacts& before = start.file;
  if (now.value().inode != before.inode || now.value().device != before.device) {
    return changed("another file has taken its place");
  }
  if (stillness == Stillness::kIdentity) {
    return {};
  }
  if (now.value().size_bytes != before.size_bytes) {
    return changed(from_to("its size", before.size_bytes, now.value().size_bytes));
  }
  const Result<std::uint32_t> counter = change_counter(connection.database.get());
  if (!counter) {
    return changed(counter.error().message);
  }
  if (counter.value() != start.change_counter) {
    return changed(from_to("its change counter", start.change_counter, counter.value()));
  }
  if (!(now.value() == before)) {
    return changed("its time of modification is another");
  }
  return {};
}

}  // namespace countercheck::sqlite
