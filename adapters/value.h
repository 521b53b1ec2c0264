// The cells that adapters hand out: one kind and one exact spelling per value.
//
// No cell ever passes through binary floating point: integers are 64-bit, every other number is
// its decimal text, so that nothing is lost between the database and the report.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace countercheck {

enum class CellKind : std::uint8_t {
  kNull,
  kInteger,  // fits a signed 64-bit integer
  kDecimal,  // exact decimal text as the engine spells it; also NaN, Infinity, -Infinity
  kReal,     // binary float of the engine, by its shortest round-trip decimal text
  kText,     // text, dates, times, booleans, JSON, …; may hold NUL and invalid UTF-8
  kBytes,    // raw bytes (bytea, blob), not hex
};

// A cell as it stands in the driver's buffer. Valid only until the sink that received it returns.
struct CellView {
  CellKind kind = CellKind::kNull;
  std::int64_t integer = 0;  // meaningful for kInteger only
  std::string_view text;     // meaningful for every kind but kNull and kInteger
};

// An owned cell. `full_size` is the size in bytes of the original text: larger than `text` when the
// cell was cut for display.
struct Value {
  CellKind kind = CellKind::kNull;
  std::int64_t integer = 0;
  std::string text;
  std::size_t full_size = 0;

  [[nodiscard]] bool is_null() const { return kind == CellKind::kNull; }
  [[nodiscard]] bool is_cut() const { return full_size > text.size(); }
  friend bool operator==(const Value&, const Value&) = default;
};

// A column of a result. `type_name` is what the engine calls the type ("numeric", "date", or the
// declared type of a SQLite column, "" where there is none). `type_oid` is Postgres' own number of
// the type, with which a value can be bound again as what it was; 0 elsewhere.
struct Column {
  std::string name;
  std::string type_name;
  std::uint32_t type_oid = 0;

  friend bool operator==(const Column&, const Column&) = default;
};

// Copies a cell; text longer than `size_max` bytes is cut (at a UTF-8 boundary where it is UTF-8),
// its full size remembered.
[[nodiscard]] Value to_value(const CellView& cell, std::size_t size_max);

// A view of an owned cell; valid as long as the value lives.
[[nodiscard]] CellView view_of(const Value& value);

// Convenience for tests and bindings.
[[nodiscard]] Value null_value();
[[nodiscard]] Value integer_value(std::int64_t number);
[[nodiscard]] Value decimal_value(std::string text);
[[nodiscard]] Value text_value(std::string text);

}  // namespace countercheck
