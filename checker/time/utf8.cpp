#include "checker/time/utf8.h"

#include <cstddef>

namespace countercheck {

namespace {

// The length of the character that starts with `first`, and what its second byte may be. The other
// bytes are always 0x80 to 0xBF.
struct Shape {
  std::size_t size = 0;  // 0: no character starts so
  unsigned char second_min = 0x80;
  unsigned char second_max = 0xBF;
};

Shape shape_of(unsigned char first) {
  if (first < 0x80) {
    return {1};
  }
  if (first >= 0xC2 && first <= 0xDF) {
    return {2};
  }
  if (first >= 0xE0 && first <= 0xEF) {
    return {3, static_cast<unsigned char>(first == 0xE0 ? 0xA0 : 0x80),
            static_cast<unsigned char>(first == 0xED ? 0x9F : 0xBF)};
  }
  if (first >= 0xF0 && first <= 0xF4) {
    return {4, static_cast<unsigned char>(first == 0xF0 ? 0x90 : 0x80),
            static_cast<unsigned char>(first == 0xF4 ? 0x8F : 0xBF)};
  }
  return {};
}

unsigned char byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

}  // namespace

bool is_valid_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const Shape shape = shape_of(byte_at(text, at));
    if (shape.size == 0 || at + shape.size > text.size()) {
      return false;
    }
    for (std::size_t next = 1; next < shape.size; ++next) {
      const unsigned char byte = byte_at(text, at + next);
      const unsigned char min = next == 1 ? shape.second_min : 0x80;
      const unsigned char max = next == 1 ? shape.second_max : 0xBF;
      if (byte < min || byte > max) {
        return false;
      }
    }
    at += shape.size;
  }
  return true;
}

}  // namespace countercheck
