// Postgres' types: which cell a column's text becomes, and how a value is bound.
#pragma once

#include <libpq-fe.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/result.h"
#include "adapters/source.h"
#include "adapters/value.h"

namespace countercheck {

[[nodiscard]] CellKind kind_of_type(std::uint32_t type_oid);

// Turns rows of one result into cells without allocating per row: cells point into libpq's row, or
// into a buffer of the decoder for bytes. Valid until the next row.
class RowDecoder {
 public:
  explicit RowDecoder(const PGresult* description);

  [[nodiscard]] std::span<const CellView> decode(const PGresult* row, int index);

 private:
  struct ColumnState {
    std::uint32_t type_oid = 0;
    CellKind kind = CellKind::kText;
    std::string bytes;  // kBytes only, reused from row to row
  };
  [[nodiscard]] static CellView decode_cell(ColumnState& column, std::string_view text);

  std::vector<ColumnState> columns_;
  std::vector<CellView> cells_;
};

// Parameters in the form that libpq takes. Movable; `values` point into `texts`.
struct EncodedParameters {
  std::vector<std::string> texts;
  std::vector<const char*> values;
  std::vector<Oid> types;
};

// Fails for a value that was cut for display and for text with a NUL, which Postgres cannot hold.
[[nodiscard]] Result<EncodedParameters> encode_parameters(std::span<const Binding> bindings);

// The text of a value as Postgres reads it for its type; not for NULL.
[[nodiscard]] std::string parameter_text(const Binding& binding);

// The type that a binding is sent as; 0 leaves it to the server.
[[nodiscard]] std::uint32_t parameter_type(const Binding& binding);

}  // namespace countercheck
