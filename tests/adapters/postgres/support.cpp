#include "tests/adapters/postgres/support.h"

#include <chrono>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace countercheck::test {

void Rows::columns(std::span<const Column> columns) {
  ++column_calls;
  names.assign(columns.begin(), columns.end());
}

bool Rows::row(std::span<const CellView> row_cells) {
  std::vector<std::string> texts;
  std::vector<CellKind> row_kinds;
  for (const CellView& cell : row_cells) {
    row_kinds.push_back(cell.kind);
    if (cell.kind == CellKind::kNull) {
      texts.emplace_back("NULL");
    } else if (cell.kind == CellKind::kInteger) {
      texts.push_back(std::to_string(cell.integer));
    } else {
      texts.emplace_back(cell.text);
    }
  }
  cells.push_back(std::move(texts));
  kinds.push_back(std::move(row_kinds));
  std::this_thread::sleep_for(pause);
  return stop_after == 0 || cells.size() < stop_after;
}

void Counter::columns(std::span<const Column> /*columns*/) {}

bool Counter::row(std::span<const CellView> cells) {
  ++rows;
  for (const CellView& cell : cells) {
    bytes += cell.text.size();
  }
  return true;
}

PostgresOptions options_for(const std::string& uri) {
  PostgresOptions options;
  options.target = uri;
  return options;
}

OpenSource::OpenSource(PostgresOptions options) : source(make_postgres_source(std::move(options))) {
  auto opened = source->open();
  if (!opened) {
    throw std::runtime_error(opened.error().message);
  }
  facts = opened.value();
  auto started = source->session();
  if (!started) {
    throw std::runtime_error(started.error().message);
  }
  session = std::move(started).value();
}

Result<QueryReport> OpenSource::run(const std::string& sql, RowSink& sink,
                                    std::vector<Binding> bindings,
                                    std::chrono::milliseconds timeout) {
  QueryLimits limits;
  limits.timeout = timeout;
  return session->run({sql, std::move(bindings)}, limits, sink);
}

std::string OpenSource::scalar(const std::string& sql) {
  Rows rows;
  const auto report = run(sql, rows);
  if (!report) {
    throw std::runtime_error(report.error().message);
  }
  return rows.cells.empty() ? "" : rows.cells.front().front();
}

SourceError OpenSource::error(const std::string& sql) {
  Rows rows;
  auto report = run(sql, rows);
  if (report) {
    throw std::runtime_error("no error from: " + sql);
  }
  return report.error();
}

Binding bind(BindType type, Value value, std::uint32_t type_oid) {
  Binding binding;
  binding.name = "p";
  binding.type = type;
  binding.type_oid = type_oid;
  binding.value = std::move(value);
  return binding;
}

}  // namespace countercheck::test
