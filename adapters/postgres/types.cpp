#include "adapters/postgres/types.h"

#include <libpq-fe.h>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "adapters/postgres/errors.h"

namespace countercheck {
namespace {

// Type numbers that are part of Postgres' catalog since ever and never change.
constexpr Oid kBool = 16;
constexpr Oid kBytea = 17;
constexpr Oid kInt8 = 20;
constexpr Oid kInt2 = 21;
constexpr Oid kInt4 = 23;
constexpr Oid kText = 25;
constexpr Oid kOid = 26;
constexpr Oid kFloat4 = 700;
constexpr Oid kFloat8 = 701;
constexpr Oid kDate = 1082;
constexpr Oid kTimestampWithZone = 1184;
constexpr Oid kNumeric = 1700;

int hex_digit(char letter) {
  if (letter >= '0' && letter <= '9') {
    return letter - '0';
  }
  return letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : letter - 'A' + 10;
}

// bytea_output is pinned to hex: "\x" and two digits a byte.
void decode_hex(std::string_view text, std::string& bytes) {
  bytes.clear();
  for (std::size_t at = 2; at + 1 < text.size(); at += 2) {
    bytes += static_cast<char>(hex_digit(text[at]) * 16 + hex_digit(text[at + 1]));
  }
}

std::string encode_hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = "\\x";
  for (const char byte : bytes) {
    const auto number = static_cast<unsigned char>(byte);
    text += kDigits[number / 16U];
    text += kDigits[number % 16U];
  }
  return text;
}

}  // namespace

CellKind kind_of_type(std::uint32_t type_oid) {
  switch (type_oid) {
    case kInt2:
    case kInt4:
    case kInt8:
    case kOid:
      return CellKind::kInteger;
    case kNumeric:
      return CellKind::kDecimal;
    case kFloat4:
    case kFloat8:
      return CellKind::kReal;
    case kBytea:
      return CellKind::kBytes;
    default:
      return CellKind::kText;
  }
}

RowDecoder::RowDecoder(const PGresult* description) {
  const int count = PQnfields(description);
  for (int column = 0; column < count; ++column) {
    ColumnState state;
    state.type_oid = PQftype(description, column);
    state.kind = kind_of_type(state.type_oid);
    columns_.push_back(std::move(state));
  }
  cells_.resize(columns_.size());
}

std::span<const CellView> RowDecoder::decode(const PGresult* row, int index) {
  for (std::size_t at = 0; at < columns_.size(); ++at) {
    const int column = static_cast<int>(at);
    if (PQgetisnull(row, index, column) != 0) {
      cells_[at] = CellView{};
      continue;
    }
    const auto length = static_cast<std::size_t>(PQgetlength(row, index, column));
    cells_[at] = decode_cell(columns_[at], {PQgetvalue(row, index, column), length});
  }
  return cells_;
}

CellView RowDecoder::decode_cell(ColumnState& column, std::string_view text) {
  CellView cell;
  cell.kind = column.kind;
  cell.text = text;
  if (column.kind == CellKind::kInteger) {
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), cell.integer);
    if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) {
      // Cannot happen for these types; text is exact where a number would be a guess.
      cell.kind = CellKind::kText;
    }
  } else if (column.kind == CellKind::kBytes) {
    decode_hex(text, column.bytes);
    cell.text = column.bytes;
  } else if (column.type_oid == kBool) {
    cell.text = text == "t" ? "true" : "false";
  }
  return cell;
}

std::uint32_t parameter_type(const Binding& binding) {
  switch (binding.type) {
    case BindType::kText:
      return kText;
    case BindType::kInteger:
      return kInt8;
    case BindType::kDecimal:
      return kNumeric;
    case BindType::kDate:
      return kDate;
    case BindType::kTimestamp:
      return kTimestampWithZone;
    case BindType::kBoolean:
      return kBool;
    case BindType::kColumn:
      return binding.type_oid;
  }
  return 0;
}

std::string parameter_text(const Binding& binding) {
  const Value& value = binding.value;
  if (value.kind == CellKind::kInteger) {
    if (binding.type == BindType::kBoolean) {
      return value.integer == 0 ? "false" : "true";
    }
    return std::to_string(value.integer);
  }
  return value.kind == CellKind::kBytes ? encode_hex(value.text) : value.text;
}

Result<EncodedParameters> encode_parameters(std::span<const Binding> bindings) {
  EncodedParameters parameters;
  for (const Binding& binding : bindings) {
    parameters.types.push_back(parameter_type(binding));
    parameters.texts.push_back(binding.value.is_null() ? "" : parameter_text(binding));
    if (binding.value.is_cut()) {
      return make_error(SourceErrorKind::kData, "the value of " + binding.name +
                                                    " was cut for display and cannot be bound");
    }
    if (parameters.texts.back().find('\0') != std::string::npos) {
      return make_error(SourceErrorKind::kData,
                        "the value of " + binding.name + " holds a NUL, which Postgres cannot");
    }
  }
  // Only now, when the vector no longer moves its strings.
  for (std::size_t at = 0; at < bindings.size(); ++at) {
    parameters.values.push_back(bindings[at].value.is_null() ? nullptr
                                                             : parameters.texts[at].c_str());
  }
  return parameters;
}

}  // namespace countercheck
