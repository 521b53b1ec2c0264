#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "checker/report/characters.h"
#include "checker/report/json_parts.h"

namespace countercheck {

namespace {

// JSON spells code points beyond the first plane as two halves of UTF-16.
std::string json_escape(std::int32_t code) {
  constexpr std::int32_t kPlaneEnd = 0x10000;
  if (code < kPlaneEnd) {
    return fmt::format("\\u{:04x}", code);
  }
  constexpr std::int32_t kHalfBits = 10;
  constexpr std::int32_t kHalfMask = 0x3FF;
  const std::int32_t offset = code - kPlaneEnd;
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (offset >> kHalfBits),
                     0xDC00 + (offset & kHalfMask));
}

}  // namespace

nlohmann::ordered_json text_or_null(const std::string& text) {
  return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
}

nlohmann::ordered_json json_seconds(double seconds) {
  constexpr double kMicroseconds = 1e6;
  if (!std::isfinite(seconds)) {
    return nullptr;
  }
  return std::round(seconds * kMicroseconds) / kMicroseconds;
}

std::string json_text(const nlohmann::ordered_json& document) {
  constexpr int kIndent = 2;
  const std::string dumped =
      document.dump(kIndent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  // Outside of strings the document is ASCII, and its newlines are layout: only characters beyond
  // ASCII, and DEL, are still to be escaped.
  constexpr std::int32_t kDelete = 0x7F;
  std::string text;
  text.reserve(dumped.size() + 1);
  std::string_view rest = dumped;
  while (!rest.empty()) {
    const Character character = first_character(rest);
    if (character.code >= kDelete && is_hidden(character.code)) {
      text += json_escape(character.code);
    } else {
      text += character.bytes;
    }
    rest.remove_prefix(character.bytes.size());
  }
  return text + '\n';
}

}  // namespace countercheck
