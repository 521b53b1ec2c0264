#include "adapters/characters.h"

namespace countercheck {

std::optional<std::size_t> byte_offset(std::string_view text, std::size_t character) {
  std::size_t seen = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool continues = (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
    if (!continues && ++seen == character) {
      return at;
    }
  }
  return seen + 1 == character ? std::optional(text.size()) : std::nullopt;
}

}  // namespace countercheck
