#include "checker/engine/cell_text.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace countercheck {

namespace {

unsigned byte_at(std::string_view text, std::size_t position) {
  return static_cast<unsigned char>(text[position]);
}

// Which second bytes may follow a first byte, and how long the character is. The narrowed ranges
// keep out overlong spellings, surrogates and code points above U+10FFFF.
struct CharacterShape {
  std::size_t size = 0;  // 0: no character starts with this byte
  unsigned second_min = 0x80;
  unsigned second_max = 0xBF;
};

CharacterShape shape_of(unsigned first) {
  if (first < 0x80) {
    return {1};
  }
  if (first >= 0xC2 && first <= 0xDF) {
    return {2};
  }
  if (first >= 0xE0 && first <= 0xEF) {
    return {3, first == 0xE0 ? 0xA0U : 0x80U, first == 0xED ? 0x9FU : 0xBFU};
  }
  if (first >= 0xF0 && first <= 0xF4) {
    return {4, first == 0xF0 ? 0x90U : 0x80U, first == 0xF4 ? 0x8FU : 0xBFU};
  }
  return {};
}

// The size of the character at a position, or 0 if there is none.
std::size_t character_size(std::string_view text, std::size_t position) {
  const CharacterShape shape = shape_of(byte_at(text, position));
  if (shape.size <= 1) {
    return shape.size;
  }
  if (text.size() - position < shape.size) {
    return 0;
  }
  const unsigned second = byte_at(text, position + 1);
  if (second < shape.second_min || second > shape.second_max) {
    return 0;
  }
  for (std::size_t i = 2; i < shape.size; ++i) {
    if ((byte_at(text, position + i) & 0xC0U) != 0x80U) {
      return 0;
    }
  }
  return shape.size;
}

bool is_utf8(std::string_view text) {
  for (std::size_t position = 0; position < text.size();) {
    const std::size_t size = character_size(text, position);
    if (size == 0) {
      return false;
    }
    position += size;
  }
  return true;
}

void append_hex(std::string& out, unsigned byte, std::string_view digits) {
  constexpr unsigned kBitsOfADigit = 4;
  out += digits[byte >> kBitsOfADigit];
  out += digits[byte & 0xFU];
}

std::string hex_of(std::string_view bytes) {
  std::string out = "\\x";
  out.reserve(out.size() + bytes.size() * 2);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    append_hex(out, byte_at(bytes, i), "0123456789abcdef");
  }
  return out;
}

}  // namespace

std::string escape_utf8(std::string_view text) {
  if (is_utf8(text)) {
    return std::string(text);
  }
  std::string out;
  for (std::size_t position = 0; position < text.size();) {
    const std::size_t size = character_size(text, position);
    if (size == 0) {
      out += "\\x";
      append_hex(out, byte_at(text, position), "0123456789ABCDEF");
      ++position;
      continue;
    }
    out += text[position] == '\\' ? std::string_view("\\\\") : text.substr(position, size);
    position += size;
  }
  return out;
}

CellText cell_text(const Value& value) {
  if (value.kind == CellKind::kNull) {
    return std::nullopt;
  }
  if (value.kind == CellKind::kInteger) {
    return std::to_string(value.integer);
  }
  std::string text = value.kind == CellKind::kBytes ? hex_of(value.text) : escape_utf8(value.text);
  if (value.is_cut()) {
    text += "… (" + std::to_string(value.full_size) + " bytes)";
  }
  return text;
}

}  // namespace countercheck
