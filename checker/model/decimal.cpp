#include "checker/model/decimal.h"

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <charconv>
#include <limits>
#include <string>
#include <system_error>
#include <utility>

namespace countercheck {

using boost::multiprecision::cpp_int;

// Present only when the magnitude is above kInt128Max, so that each number has one form.
struct Decimal::Big {
  cpp_int units;
};

struct Decimal::Access {
  static cpp_int units(const Decimal& number);
  static void assign(Decimal& number, cpp_int units, std::uint32_t scale);
};

namespace {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UnsignedInt128;

constexpr std::uint32_t kPowersMax = 38;  // 10^38 is the largest power of ten below 2^127
constexpr Int128 kInt128Max = static_cast<Int128>(~UnsignedInt128{0} >> 1U);

constexpr std::array<Int128, kPowersMax + 1> make_powers_of_ten() {
  std::array<Int128, kPowersMax + 1> powers{};
  Int128 power = 1;
  for (std::uint32_t exponent = 0; exponent < kPowersMax; ++exponent) {
    powers[exponent] = power;
    power *= 10;
  }
  powers[kPowersMax] = power;
  return powers;
}

constexpr std::array<Int128, kPowersMax + 1> kPowersOfTen = make_powers_of_ten();

// Multiplies by 10^exponent in place; false, with the number unchanged, if it does not fit.
bool scale_up(Int128& units, std::uint32_t exponent) {
  if (exponent == 0 || units == 0) {
    return true;
  }
  Int128 product = 0;
  // The lowest Int128 has no positive twin; it counts as an overflow, so that negation never is.
  if (exponent > kPowersMax || __builtin_mul_overflow(units, kPowersOfTen[exponent], &product) ||
      product < -kInt128Max) {
    return false;
  }
  units = product;
  return true;
}

void scale_up(cpp_int& units, std::uint32_t exponent) {
  if (exponent != 0) {
    units *= boost::multiprecision::pow(cpp_int(10), exponent);
  }
}

// By halves: Boost takes a 128-bit integer directly only in some compiler modes.
cpp_int to_big(Int128 units) {
  const auto size = static_cast<UnsignedInt128>(units < 0 ? -units : units);
  cpp_int big = static_cast<std::uint64_t>(size >> 64U);
  big <<= 64U;
  big += static_cast<std::uint64_t>(size);
  return units < 0 ? cpp_int(-big) : big;
}

std::optional<Int128> to_small(const cpp_int& big) {
  constexpr unsigned kBits = 127;
  if (big == 0) {
    return 0;
  }
  const cpp_int size = boost::multiprecision::abs(big);
  if (boost::multiprecision::msb(size) >= kBits) {
    return std::nullopt;
  }
  const cpp_int low = size & std::numeric_limits<std::uint64_t>::max();
  const cpp_int high = size >> 64U;
  const UnsignedInt128 joined =
      (UnsignedInt128{static_cast<std::uint64_t>(high)} << 64U) | static_cast<std::uint64_t>(low);
  const auto units = static_cast<Int128>(joined);
  return big < 0 ? -units : units;
}

std::weak_ordering order(Int128 left, Int128 right) {
  if (left == right) {
    return std::weak_ordering::equivalent;
  }
  return left < right ? std::weak_ordering::less : std::weak_ordering::greater;
}

std::weak_ordering sign_of(Int128 number) { return order(number, 0); }

std::weak_ordering reversed(std::weak_ordering ordering) { return 0 <=> ordering; }

// A number taken apart into what is written: whole.fraction × 10^exponent.
struct Spelling {
  bool negative = false;
  std::string_view whole;
  std::string_view fraction;
  std::int64_t exponent = 0;
};

std::string_view take_digits(std::string_view& text) {
  std::size_t size = 0;
  while (size < text.size() && text[size] >= '0' && text[size] <= '9') {
    ++size;
  }
  const std::string_view digits = text.substr(0, size);
  text.remove_prefix(size);
  return digits;
}

bool take_sign(std::string_view& text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) {
    text.remove_prefix(1);
  }
  return negative;
}

// The number after the "e", to the end of the text.
std::optional<std::int64_t> read_exponent(std::string_view text) {
  const bool negative = take_sign(text);
  std::int64_t exponent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
  // from_chars takes a minus sign of its own, which would be a second one here.
  if (text.starts_with('-') || error != std::errc() || end != text.data() + text.size() ||
      exponent > Decimal::kExponentMax) {
    return std::nullopt;
  }
  return negative ? -exponent : exponent;
}

std::optional<Spelling> spell(std::string_view text) {
  Spelling spelling;
  spelling.negative = take_sign(text);
  spelling.whole = take_digits(text);
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    spelling.fraction = take_digits(text);
  }
  const std::size_t digits = spelling.whole.size() + spelling.fraction.size();
  if (digits == 0 || digits > Decimal::kDigitsMax) {
    return std::nullopt;
  }
  if (!text.empty()) {
    if (text.front() != 'e' && text.front() != 'E') {
      return std::nullopt;
    }
    const std::optional<std::int64_t> exponent = read_exponent(text.substr(1));
    if (!exponent) {
      return std::nullopt;
    }
    spelling.exponent = *exponent;
  }
  return spelling;
}

template <typename Number>
void append_digits(Number& number, std::string_view digits) {
  for (const char digit : digits) {
    number = number * 10 + static_cast<Number>(digit - '0');
  }
}

// The digits as one whole number, of at most kPowersMax digits.
Int128 small_units(const Spelling& spelling) {
  constexpr std::size_t kDigitsOf64Bits = 18;
  if (spelling.whole.size() + spelling.fraction.size() <= kDigitsOf64Bits) {
    std::int64_t units = 0;  // several times faster than 128 bits, and the usual case
    append_digits(units, spelling.whole);
    append_digits(units, spelling.fraction);
    return units;
  }
  Int128 units = 0;
  append_digits(units, spelling.whole);
  append_digits(units, spelling.fraction);
  return units;
}

// The same for any number of digits, in pieces that fit 64 bits.
void append_pieces(cpp_int& units, std::string_view digits) {
  constexpr std::size_t kPieceDigits = 18;
  while (!digits.empty()) {
    const std::string_view piece = digits.substr(0, kPieceDigits);
    std::int64_t number = 0;
    append_digits(number, piece);
    units *= static_cast<std::int64_t>(kPowersOfTen[piece.size()]);
    units += number;
    digits.remove_prefix(piece.size());
  }
}

std::string digits_of(Int128 units) {
  std::array<char, kPowersMax + 2> digits{};
  std::size_t start = digits.size();
  auto size = static_cast<UnsignedInt128>(units < 0 ? -units : units);
  do {
    --start;
    digits[start] = static_cast<char>('0' + static_cast<int>(size % 10));
    size /= 10;
  } while (size != 0);
  return {digits.data() + start, digits.size() - start};
}

}  // namespace

Decimal::Decimal() = default;
Decimal::Decimal(const Decimal& other)
    : units_(other.units_),
      scale_(other.scale_),
      big_(other.big_ ? std::make_unique<Big>(*other.big_) : nullptr) {}
Decimal::Decimal(Decimal&& other) noexcept = default;
Decimal& Decimal::operator=(Decimal&& other) noexcept = default;
Decimal::~Decimal() = default;

Decimal& Decimal::operator=(const Decimal& other) {
  if (this != &other) {
    units_ = other.units_;
    scale_ = other.scale_;
    big_ = other.big_ ? std::make_unique<Big>(*other.big_) : nullptr;
  }
  return *this;
}

cpp_int Decimal::Access::units(const Decimal& number) {
  return number.big_ ? number.big_->units : to_big(number.units_);
}

// Takes the small form whenever it fits, so that a sum that was large for a moment is cheap again.
void Decimal::Access::assign(Decimal& number, cpp_int units, std::uint32_t scale) {
  const std::optional<Int128> small = to_small(units);
  number.scale_ = scale;
  number.units_ = small.value_or(0);
  number.big_ = small ? nullptr : std::make_unique<Big>(Big{std::move(units)});
}

std::optional<Decimal> Decimal::parse(std::string_view text) {
  const std::optional<Spelling> spelling = spell(text);
  if (!spelling) {
    return std::nullopt;
  }
  const std::int64_t places =
      static_cast<std::int64_t>(spelling->fraction.size()) - spelling->exponent;
  const auto raise = static_cast<std::uint32_t>(std::max<std::int64_t>(-places, 0));
  Decimal number;
  number.scale_ = static_cast<std::uint32_t>(std::max<std::int64_t>(places, 0));
  if (spelling->whole.size() + spelling->fraction.size() <= kPowersMax) {
    Int128 units = small_units(*spelling);
    if (scale_up(units, raise)) {
      number.units_ = spelling->negative ? -units : units;
      return number;
    }
  }
  cpp_int units = 0;
  append_pieces(units, spelling->whole);
  append_pieces(units, spelling->fraction);
  scale_up(units, raise);
  if (spelling->negative) {
    units = -units;
  }
  Access::assign(number, std::move(units), number.scale_);
  return number;
}

Decimal Decimal::from_integer(std::int64_t number) {
  Decimal decimal;
  decimal.units_ = number;
  return decimal;
}

Decimal& Decimal::operator+=(const Decimal& other) {
  if (big_ || other.big_) {
    add_big(other);
    return *this;
  }
  const std::uint32_t scale = std::max(scale_, other.scale_);
  Int128 left = units_;
  Int128 right = other.units_;
  Int128 sum = 0;
  if (scale_up(left, scale - scale_) && scale_up(right, scale - other.scale_) &&
      !__builtin_add_overflow(left, right, &sum) && sum >= -kInt128Max) {
    units_ = sum;
    scale_ = scale;
    return *this;
  }
  add_big(other);
  return *this;
}

void Decimal::add_big(const Decimal& other) {
  const std::uint32_t scale = std::max(scale_, other.scale_);
  cpp_int left = Access::units(*this);
  cpp_int right = Access::units(other);
  scale_up(left, scale - scale_);
  scale_up(right, scale - other.scale_);
  left += right;
  Access::assign(*this, std::move(left), scale);
}

Decimal& Decimal::operator-=(const Decimal& other) { return *this += -other; }

Decimal Decimal::operator-() const {
  Decimal negated = *this;
  if (negated.big_) {
    negated.big_->units = -negated.big_->units;
  } else {
    negated.units_ = -negated.units_;
  }
  return negated;
}

Decimal Decimal::abs() const { return is_negative() ? -*this : *this; }

bool Decimal::is_negative() const { return big_ ? big_->units < 0 : units_ < 0; }

bool Decimal::is_zero() const { return !big_ && units_ == 0; }

std::weak_ordering operator<=>(const Decimal& left, const Decimal& right) {
  const std::uint32_t scale = std::max(left.scale_, right.scale_);
  if (left.big_ || right.big_) {
    cpp_int left_units = Decimal::Access::units(left);
    cpp_int right_units = Decimal::Access::units(right);
    scale_up(left_units, scale - left.scale_);
    scale_up(right_units, scale - right.scale_);
    return left_units.compare(right_units) <=> 0;
  }
  // At most one side is scaled up. If that overflows, its size is beyond anything the other side
  // can be, so its sign alone decides.
  Int128 left_units = left.units_;
  Int128 right_units = right.units_;
  if (!scale_up(left_units, scale - left.scale_)) {
    return sign_of(left.units_);
  }
  if (!scale_up(right_units, scale - right.scale_)) {
    return reversed(sign_of(right.units_));
  }
  return order(left_units, right_units);
}

bool operator==(const Decimal& left, const Decimal& right) { return (left <=> right) == 0; }

std::string Decimal::to_text() const {
  std::string digits =
      big_ ? cpp_int(boost::multiprecision::abs(big_->units)).str() : digits_of(units_);
  if (digits.size() <= scale_) {
    digits.insert(0, scale_ + 1 - digits.size(), '0');
  }
  if (scale_ > 0) {
    digits.insert(digits.size() - scale_, 1, '.');
  }
  if (is_negative()) {
    digits.insert(0, 1, '-');
  }
  return digits;
}

std::string Decimal::to_shortest_text() const {
  std::string text = to_text();
  if (scale_ > 0) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) {
      text.pop_back();
    }
  }
  return text;
}

}  // namespace countercheck
