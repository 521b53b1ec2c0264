// The parts of the result document, each from its part of the result.
//
// A text that does not apply (no role, no reason) is null, never "". Keys of features that are not
// there yet are absent.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "checker/model/run_result.h"

namespace countercheck {

inline constexpr const char* kResultFormat = "countercheck.result/1";

[[nodiscard]] nlohmann::ordered_json json_of(const SourceResult& source);
[[nodiscard]] nlohmann::ordered_json json_of(const RuleResult& rule);

// Null for the empty text.
[[nodiscard]] nlohmann::ordered_json text_or_null(const std::string& text);

// Seconds to the microsecond; null for what is no number, which JSON could not spell.
[[nodiscard]] nlohmann::ordered_json json_seconds(double seconds);

// The document as text: two blanks a level, one newline at the end. Never throws on bytes that are
// not UTF-8 (they become U+FFFD), and writes every hidden character as \uXXXX.
[[nodiscard]] std::string json_text(const nlohmann::ordered_json& document);

}  // namespace countercheck
