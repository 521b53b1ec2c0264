#include "checker/load/values.h"

#include <toml++/toml.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include "checker/time/duration.h"

namespace countercheck {

namespace {

// ASCII only, whatever the locale: names must mean the same on every machine.
bool is_letter(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

// The offset of a ${ that is not followed by a name and }.
std::optional<std::size_t> find_malformed_variable(std::string_view text) {
  for (std::size_t at = text.find("${"); at != std::string_view::npos; at = text.find("${", at)) {
    const std::size_t name = at + 2;
    std::size_t end = name;
    while (end < text.size() &&
           (is_letter(text[end]) || text[end] == '_' || (end > name && is_digit(text[end])))) {
      ++end;
    }
    if (end == name || end == text.size() || text[end] != '}') {
      return at;
    }
    at = end;
  }
  return std::nullopt;
}

}  // namespace

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos;
}

bool is_plain_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char letter) {
    return is_letter(letter) || is_digit(letter) || letter == '-' || letter == '_';
  });
}

std::optional<std::string> read_text(const Entry& entry) {
  const auto* text = entry.value.as_string();
  if (text == nullptr) {
    refuse_kind(entry, "text");
    return std::nullopt;
  }
  if (is_blank(text->get())) {
    entry.refuse("'" + entry.name() + "' is blank");
    return std::nullopt;
  }
  return text->get();
}

std::optional<std::string> read_line(const Entry& entry) {
  auto text = read_text(entry);
  if (text && text->find_first_of("\r\n") != std::string::npos) {
    entry.refuse("'" + entry.name() + "' must be one line");
    return std::nullopt;
  }
  return text;
}

std::optional<std::int64_t> read_integer(const Entry& entry, Range range) {
  const auto* number = entry.value.as_integer();
  if (number == nullptr) {
    refuse_kind(entry, "a whole number");
    return std::nullopt;
  }
  if (number->get() < range.low || number->get() > range.high) {
    entry.refuse("'" + entry.name() + "' must be from " + std::to_string(range.low) + " to " +
                 std::to_string(range.high) + ", not " + std::to_string(number->get()));
    return std::nullopt;
  }
  return number->get();
}

std::optional<bool> read_boolean(const Entry& entry) {
  const auto* answer = entry.value.as_boolean();
  if (answer == nullptr) {
    refuse_kind(entry, "true or false, without quotes");
    return std::nullopt;
  }
  return answer->get();
}

std::optional<std::chrono::milliseconds> read_duration(const Entry& entry) {
  const auto* text = entry.value.as_string();
  if (text == nullptr) {
    refuse_kind(entry, "a duration such as \"10min\"");
    return std::nullopt;
  }
  const auto duration = parse_duration(text->get());
  if (!duration) {
    entry.refuse("'" + entry.name() + "' must be a whole number with d, h, min or s, such as " +
                 "\"10min\", not '" + text->get() + "'");
    return std::nullopt;
  }
  if (duration->count() <= 0) {
    entry.refuse("'" + entry.name() + "' must be longer than nothing");
    return std::nullopt;
  }
  return duration;
}

std::optional<std::chrono::year_month_day> read_day(const Entry& entry) {
  const auto* date = entry.value.as_date();
  if (date == nullptr) {
    refuse_kind(entry, "a date without quotes, such as 2027-01-31");
    return std::nullopt;
  }
  const std::chrono::year_month_day day{std::chrono::year(date->get().year),
                                        std::chrono::month(date->get().month),
                                        std::chrono::day(date->get().day)};
  if (!day.ok()) {
    entry.refuse("'" + entry.name() + "' is no day of the calendar");
    return std::nullopt;
  }
  return day;
}

std::optional<std::vector<std::string>> read_names(const Entry& entry, EmptyList empty) {
  const toml::array* array = entry.value.as_array();
  if (array == nullptr) {
    refuse_kind(entry, "a list of texts");
    return std::nullopt;
  }
  if (array->empty() && empty == EmptyList::kRefused) {
    entry.refuse("'" + entry.name() + "' is an empty list; leave it out instead");
    return std::nullopt;
  }
  std::vector<std::string> names;
  std::set<std::string> seen;
  bool sound = true;
  for (const toml::node& element : *array) {
    const auto* text = element.as_string();
    // Every wrong element is told of, not only the first.
    std::string wrong;
    if (text == nullptr) {
      wrong = "' must hold only texts, not " + kind_of(element);
    } else if (is_blank(text->get())) {
      wrong = "' holds a blank text";
    } else if (!seen.insert(text->get()).second) {
      wrong = "' names '" + text->get() + "' twice";
    } else {
      names.push_back(text->get());
      continue;
    }
    entry.in.refuse(element, "'" + entry.name() + wrong);
    sound = false;
  }
  return sound ? std::optional(std::move(names)) : std::nullopt;
}

std::optional<std::string> read_expandable(const Entry& entry) {
  auto text = read_line(entry);
  if (text && find_malformed_variable(*text)) {
    entry.refuse("'" + entry.name() + "' has a ${ that is not followed by a name and }");
    return std::nullopt;
  }
  return text;
}

bool holds_no_variable(const Reading& in, const toml::node& node, std::string_view text) {
  if (text.find("${") == std::string_view::npos) {
    return true;
  }
  in.refuse(node, "${…} is read from the environment only in postgres, sqlite and fingerprint_key");
  return false;
}

}  // namespace countercheck
