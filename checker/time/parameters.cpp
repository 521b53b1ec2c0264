#include "checker/time/parameters.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "checker/time/clock_text.h"
#include "checker/time/relative.h"
#include "checker/time/utf8.h"
#include "checker/time/zone_offset.h"

namespace countercheck {

namespace {

// A value, or what to write instead, as the end of a sentence.
using Read = Result<Value, std::string>;

// Where all values of one rule are read.
struct Reading {
  Dialect dialect;
  const ParameterContext& context;
};

Read read_text(std::string_view text, Dialect dialect) {
  if (!is_valid_utf8(text)) {
    return std::string("is not UTF-8");
  }
  if (dialect == Dialect::kPostgres && text.find('\0') != std::string_view::npos) {
    return std::string("holds a NUL character, which no text in Postgres can");
  }
  return text_value(std::string(text));
}

Read read_integer(std::string_view text) {
  std::int64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc::result_out_of_range && rest == end) {
    return std::string("does not fit an integer of 64 bits");
  }
  if (error != std::errc{} || rest != end) {
    return std::string("is no integer; write digits only, with a minus if need be");
  }
  return integer_value(number);
}

bool is_plain_decimal(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789";
  if (text.starts_with('-')) {
    text.remove_prefix(1);
  }
  const std::size_t whole = std::min(text.find_first_not_of(kDigits), text.size());
  if (whole == 0 || whole == text.size()) {
    return whole != 0;
  }
  const std::string_view fraction = text.substr(whole + 1);
  return text[whole] == '.' && !fraction.empty() &&
         fraction.find_first_not_of(kDigits) == std::string_view::npos;
}

Read read_decimal(std::string_view text) {
  // Far beyond any amount, and within what Postgres' numeric holds.
  constexpr std::size_t kDecimalBytesMax = 1000;
  if (!is_plain_decimal(text)) {
    return std::string(
        "is no plain decimal; write digits with at most one point, such as -12.50, and neither an "
        "exponent nor NaN or infinity");
  }
  if (text.size() > kDecimalBytesMax) {
    return std::string("has more than 1000 digits");
  }
  return decimal_value(std::string(text));
}

Read read_boolean(std::string_view text) {
  if (text != "true" && text != "false") {
    return std::string("is no boolean; write true or false");
  }
  return integer_value(text == "true" ? 1 : 0);
}

Read read_date(std::string_view text, const ParameterContext& context) {
  if (const auto day = parse_day(text)) {
    return text_value(to_text(*day));
  }
  const std::optional<Relative> relative = parse_relative(text);
  if (!relative) {
    return std::string(
        "is no date; write YYYY-MM-DD, or today, yesterday or month_start, each ± N d");
  }
  if (relative->base == RelativeBase::kNow) {
    return std::string("is a moment and no date; write today instead of now");
  }
  if (relative->unit != RelativeUnit::kDay) {
    return std::string("counts in hours or minutes, which a date has none of; write whole days, d");
  }
  const std::chrono::local_days day = relative_day(*relative, context.as_of, context.zone);
  if (!is_in_years(WallClock{day})) {
    return std::string("lies outside the years 0001 to 9999");
  }
  return text_value(to_text(std::chrono::year_month_day{day}));
}

Read spell_timestamp(Moment moment, const Reading& reading) {
  const std::string& zone = reading.context.zone.name();
  const WallClock clock = to_wall_clock(zone, moment);
  if (!is_in_years(clock)) {
    return std::string("lies outside the years 0001 to 9999");
  }
  std::string text = clock_text(clock);
  if (reading.dialect == Dialect::kPostgres) {
    const auto second = std::chrono::floor<std::chrono::seconds>(moment);
    text += zone_offset_text(offset_span(zone, second).offset);
  }
  return text_value(std::move(text));
}

Read read_timestamp(std::string_view text, const Reading& reading) {
  const TimeZone& zone = reading.context.zone;
  if (const std::optional<TimestampText> written = parse_timestamp(text)) {
    return spell_timestamp(moment_of(*written, zone.name()), reading);
  }
  const std::optional<Relative> relative = parse_relative(text);
  if (!relative) {
    return std::string(
        "is no timestamp; write YYYY-MM-DD HH:MM:SS with at most six digits of a fraction and Z or "
        "±HH:MM if need be, or now, today, yesterday or month_start, each ± N d, h or min");
  }
  return spell_timestamp(relative_moment(*relative, reading.context.as_of, zone), reading);
}

Read read_value(BindType type, std::string_view text, const Reading& reading) {
  switch (type) {
    case BindType::kText:
      return read_text(text, reading.dialect);
    case BindType::kInteger:
      return read_integer(text);
    case BindType::kDecimal:
      return read_decimal(text);
    case BindType::kDate:
      return read_date(text, reading.context);
    case BindType::kTimestamp:
      return read_timestamp(text, reading);
    case BindType::kBoolean:
      return read_boolean(text);
    case BindType::kColumn:
      break;  // a declaration never has this type
  }
  return std::string("has a type that no parameter can have");
}

// Control characters and broken bytes must not reach a terminal by way of a message.
std::string in_quotes(std::string_view text) {
  constexpr std::size_t kShownMax = 60;
  if (!is_valid_utf8(text)) {
    return "the value";
  }
  const bool plain = std::none_of(text.begin(), text.end(), [](char byte) {
    return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F;
  });
  return plain && text.size() <= kShownMax ? "`" + std::string(text) + "`" : "the value";
}

Result<Value, Mistake> resolve(const Rule& rule, const ParameterDeclaration& parameter,
                               const Reading& reading) {
  const std::string name = "parameter `" + parameter.name + "` of rule `" + rule.id + "`";
  if (parameter.type == BindType::kDecimal && reading.dialect == Dialect::kSqlite) {
    return Mistake{parameter.place,
                   name +
                       " is a decimal, a type that SQLite does not have; declare an integer and "
                       "count in minor units (cents, pence)"};
  }
  const auto given = reading.context.given.find(parameter.name);
  const bool is_given = given != reading.context.given.end();
  if (!is_given && !parameter.fallback) {
    if (parameter.optional) {
      return null_value();
    }
    return Mistake{parameter.place, name + " has no value; give one with -p " + parameter.name +
                                        "=VALUE, or declare a default"};
  }
  const std::string& text = is_given ? given->second : *parameter.fallback;
  Read read = read_value(parameter.type, text, reading);
  if (read.ok()) {
    return std::move(read).value();
  }
  const std::string message = name + ": " + in_quotes(text) + " " + read.error();
  return is_given ? Mistake{{}, "-p " + parameter.name + ": " + message}
                  : Mistake{parameter.place, message};
}

}  // namespace

Result<std::vector<Binding>, Mistakes> resolve_parameters(const Rule& rule, Dialect dialect,
                                                          const ParameterContext& context) {
  const Reading reading{dialect, context};
  std::vector<Binding> bindings;
  Mistakes mistakes;
  for (const ParameterDeclaration& parameter : rule.parameters) {
    Result<Value, Mistake> value = resolve(rule, parameter, reading);
    if (value.ok()) {
      bindings.push_back({parameter.name, parameter.type, 0, std::move(value).value()});
    } else {
      mistakes.push_back(value.error());
    }
  }
  if (!mistakes.empty()) {
    return mistakes;
  }
  return bindings;
}

}  // namespace countercheck
