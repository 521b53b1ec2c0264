// A source on a throw-away database, and sinks that remember what they were given.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "adapters/postgres/postgres_source.h"
#include "adapters/source.h"
#include "tests/support/postgres.h"

namespace countercheck::test {

// Keeps every cell as text: "NULL" for NULL, bytes raw.
class Rows : public RowSink {
 public:
  void columns(std::span<const Column> columns) override;
  bool row(std::span<const CellView> cells) override;

  std::vector<Column> names;
  std::vector<std::vector<std::string>> cells;
  std::vector<std::vector<CellKind>> kinds;
  std::size_t stop_after = 0;  // rows; 0 never stops
  std::chrono::milliseconds pause{0};
  int column_calls = 0;
};

// Counts rows and keeps nothing.
class Counter : public RowSink {
 public:
  void columns(std::span<const Column> columns) override;
  bool row(std::span<const CellView> cells) override;

  std::size_t rows = 0;
  std::size_t bytes = 0;
};

[[nodiscard]] PostgresOptions options_for(const std::string& uri);

// An open source and one session of it. Throws when either fails.
struct OpenSource {
  explicit OpenSource(PostgresOptions options);
  explicit OpenSource(const std::string& uri) : OpenSource(options_for(uri)) {}

  std::unique_ptr<Source> source;
  SourceFacts facts;
  std::unique_ptr<Session> session;

  [[nodiscard]] Result<QueryReport> run(const std::string& sql, RowSink& sink,
                                        std::vector<Binding> bindings = {},
                                        std::chrono::milliseconds timeout = {});

  // The first cell of a statement that must succeed; "" when it returned no row.
  [[nodiscard]] std::string scalar(const std::string& sql);

  // The error of a statement that must fail.
  [[nodiscard]] SourceError error(const std::string& sql);
};

[[nodiscard]] Binding bind(BindType type, Value value, std::uint32_t type_oid = 0);

}  // namespace countercheck::test
