#include "checker/model/mistake.h"

namespace countercheck {

std::string to_text(const Place& place) {
  std::string text = place.file;
  if (place.line > 0) {
    text += ':' + std::to_string(place.line);
    if (place.column > 0) {
      text += ':' + std::to_string(place.column);
    }
  }
  return text;
}

std::string to_text(const Mistake& mistake) {
  const std::string where = to_text(mistake.place);
  return where.empty() ? mistake.message : where + ": " + mistake.message;
}

}  // namespace countercheck
