#include "checker/model/decimal.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/catch.h"

namespace {

using countercheck::Decimal;

Decimal number(std::string_view text) {
  const auto parsed = Decimal::parse(text);
  INFO("parsing " << text);
  REQUIRE(parsed.has_value());
  return *parsed;
}

std::string sum(std::string_view left, std::string_view right) {
  Decimal total = number(left);
  total += number(right);
  return total.to_text();
}

// School arithmetic on digits, sharing nothing with Decimal: the judge of the random cases.
struct Slow {
  bool negative = false;
  std::string digits;  // no leading zeros but for "0"
  std::size_t scale = 0;
};

std::string without_leading_zeros(std::string digits) {
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  return digits;
}

Slow slow(std::string_view text) {
  Slow result;
  for (const char c : text) {
    if (c == '-') {
      result.negative = true;
    } else if (c != '.') {
      result.digits += c;
    }
  }
  const std::size_t point = text.find('.');
  result.scale = point == std::string_view::npos ? 0 : text.size() - point - 1;
  result.digits = without_leading_zeros(result.digits);
  return result;
}

int compare_sizes(const std::string& left, const std::string& right) {
  if (left.size() != right.size()) {
    return left.size() < right.size() ? -1 : 1;
  }
  return left.compare(right);
}

std::string add_sizes(std::string left, std::string right) {
  const std::size_t size = std::max(left.size(), right.size()) + 1;
  left.insert(0, size - left.size(), '0');
  right.insert(0, size - right.size(), '0');
  int carry = 0;
  for (std::size_t i = size; i-- > 0;) {
    const int digit = (left[i] - '0') + (right[i] - '0') + carry;
    left[i] = static_cast<char>('0' + digit % 10);
    carry = digit / 10;
  }
  return without_leading_zeros(left);
}

// The larger one comes first.
std::string subtract_sizes(std::string left, std::string right) {
  right.insert(0, left.size() - right.size(), '0');
  int borrow = 0;
  for (std::size_t i = left.size(); i-- > 0;) {
    int digit = (left[i] - '0') - (right[i] - '0') - borrow;
    borrow = digit < 0 ? 1 : 0;
    digit += borrow * 10;
    left[i] = static_cast<char>('0' + digit);
  }
  return without_leading_zeros(left);
}

void to_same_scale(Slow& left, Slow& right) {
  for (Slow* each : {&left, &right}) {
    const std::size_t scale = std::max(left.scale, right.scale);
    each->digits = without_leading_zeros(each->digits + std::string(scale - each->scale, '0'));
    each->scale = scale;
  }
}

Slow add(Slow left, Slow right) {
  to_same_scale(left, right);
  if (left.negative == right.negative) {
    return {left.negative, add_sizes(left.digits, right.digits), left.scale};
  }
  if (compare_sizes(left.digits, right.digits) >= 0) {
    return {left.negative, subtract_sizes(left.digits, right.digits), left.scale};
  }
  return {right.negative, subtract_sizes(right.digits, left.digits), left.scale};
}

int compare(Slow left, Slow right) {
  to_same_scale(left, right);
  if (left.digits == "0" && right.digits == "0") {
    return 0;
  }
  const auto sign = [](const Slow& each) { return each.negative && each.digits != "0" ? -1 : 1; };
  if (sign(left) != sign(right)) {
    return sign(left);
  }
  return compare_sizes(left.digits, right.digits) * sign(left);
}

std::string text_of(Slow value) {
  if (value.digits.size() <= value.scale) {
    value.digits.insert(0, value.scale + 1 - value.digits.size(), '0');
  }
  const bool zero = value.digits.find_first_not_of('0') == std::string::npos;
  if (value.scale > 0) {
    value.digits.insert(value.digits.size() - value.scale, ".");
  }
  return (value.negative && !zero ? "-" : "") + value.digits;
}

// Sizes are drawn so that both sides of the 38-digit border are common, and equal ones occur.
std::string random_number(std::mt19937_64& random) {
  const auto below = [&random](std::uint64_t bound) { return random() % bound; };
  std::string text = below(2) == 0 ? "-" : "";
  const std::size_t whole = 1 + below(below(4) == 0 ? 60 : 12);
  const std::size_t fraction = below(below(4) == 0 ? 50 : 4);
  for (std::size_t i = 0; i < whole; ++i) {
    text += static_cast<char>('0' + (below(5) == 0 ? 0 : below(10)));
  }
  for (std::size_t i = 0; i < fraction; ++i) {
    text += i == 0 ? "." : "";
    text += static_cast<char>('0' + (below(3) == 0 ? 0 : below(10)));
  }
  return text;
}

int sign_of(std::weak_ordering order) { return order < 0 ? -1 : (order > 0 ? 1 : 0); }

}  // namespace

TEST_CASE("a decimal is read and written without losing a digit", "[model]") {
  CHECK(number("0").to_text() == "0");
  CHECK(number("-12.50").to_text() == "-12.50");
  CHECK(number("+7").to_text() == "7");
  CHECK(number(".5").to_text() == "0.5");
  CHECK(number("5.").to_text() == "5");
  CHECK(number("-0.00").to_text() == "0.00");
  CHECK(number("000123.4").to_text() == "123.4");
  CHECK(number("0.000000000000000000000000000000000000000000001").to_text() ==
        "0.000000000000000000000000000000000000000000001");
  const std::string long_number = "-" + std::string(400, '9') + "." + std::string(300, '1');
  CHECK(number(long_number).to_text() == long_number);
  const std::string leading_zeros = std::string(90, '0') + "8";
  CHECK(number(leading_zeros).to_text() == "8");
}

TEST_CASE("an exponent is read exactly and never written", "[model]") {
  CHECK(number("1e3").to_text() == "1000");
  CHECK(number("1.5E+3").to_text() == "1500");
  CHECK(number("1.50e1").to_text() == "15.0");
  CHECK(number("-25e-3").to_text() == "-0.025");
  CHECK(number("1e+308").to_text() == "1" + std::string(308, '0'));
  CHECK(number("4.9406564584124654e-324").to_text() ==
        "0." + std::string(323, '0') + "49406564584124654");
  CHECK(number("0e5000").to_text() == "0");
  CHECK(number("1e5000").to_text().size() == 5001);
}

TEST_CASE("what is no finite number is refused", "[model]") {
  const std::vector<std::string> refused = {"",
                                            " ",
                                            "-",
                                            "+",
                                            ".",
                                            "-.",
                                            "NaN",
                                            "Infinity",
                                            "-Infinity",
                                            "inf",
                                            "1,5",
                                            "1 ",
                                            " 1",
                                            "--1",
                                            "+-1",
                                            "1e",
                                            "1e+",
                                            "1e--5",
                                            "1e+-5",
                                            "e5",
                                            ".e5",
                                            "1.2.3",
                                            "0x10",
                                            "1_000",
                                            "1e5001",
                                            "1e-5001",
                                            "1e99999999999999999999",
                                            "12a",
                                            "1e5x",
                                            "\xc2\xa0"
                                            "1",
                                            std::string("1\0", 2)};
  REQUIRE(!refused.empty());
  for (const std::string& text : refused) {
    INFO("text <" << text << ">");
    CHECK_FALSE(Decimal::parse(text).has_value());
  }
  CHECK(Decimal::parse(std::string(Decimal::kDigitsMax, '7')).has_value());
  CHECK_FALSE(Decimal::parse(std::string(Decimal::kDigitsMax + 1, '7')).has_value());
}

TEST_CASE("a sum keeps the larger scale", "[model]") {
  CHECK(sum("10.50", "0.50") == "11.00");
  CHECK(number("10.50").scale() == 2);
  CHECK(number("1e3").scale() == 0);
  CHECK(sum("10.5", "0.500") == "11.000");
  CHECK(sum("1", "-1.0") == "0.0");
  CHECK(sum("-0.001", "0.0001") == "-0.0009");
  CHECK(sum("1e30", "1e-30") == "1" + std::string(30, '0') + "." + std::string(29, '0') + "1");
}

TEST_CASE("ten times a tenth is one", "[model]") {
  Decimal total;
  for (int i = 0; i < 10; ++i) {
    total += number("0.1");
  }
  CHECK(total == Decimal::from_integer(1));
  CHECK(total.to_text() == "1.0");
}

TEST_CASE("numbers around the limit of 127 bits go over and come back exactly", "[model]") {
  const std::string largest = "170141183460469231731687303715884105727";
  const std::string above = "170141183460469231731687303715884105728";
  CHECK(number(largest).to_text() == largest);
  CHECK(number("-" + above).to_text() == "-" + above);
  CHECK(sum(largest, "1") == above);
  CHECK(sum(above, "-1") == largest);
  CHECK(sum("-" + largest, "-1") == "-" + above);
  CHECK(sum("-" + above, "1") == "-" + largest);
  CHECK(sum(above, "-" + above) == "0");
  CHECK(sum(largest, largest) == "340282366920938463463374607431768211454");
  CHECK(sum(largest, "0.1") == largest + ".1");
  CHECK((-number("-" + above)).to_text() == above);
  Decimal lowest = number("-" + largest);
  lowest -= Decimal::from_integer(1);
  CHECK(lowest == number("-" + above));
  CHECK(number("0") < -lowest);
  CHECK(number(largest) < number(above));
  CHECK(number("-" + above) < number("-" + largest));
  CHECK(number(largest) > number("0.00000000000000000000000000000000000000001"));
  CHECK(number("0.0000000000000000000000000000000000000000000001") < Decimal::from_integer(1));
  CHECK(number("-0.0000000000000000000000000000000000000000000001") > Decimal::from_integer(-1));
  CHECK(number(above) == number(above + ".00"));
}

TEST_CASE("the extreme integers keep their value", "[model]") {
  CHECK(Decimal::from_integer(std::numeric_limits<std::int64_t>::min()).to_text() ==
        "-9223372036854775808");
  CHECK(Decimal::from_integer(std::numeric_limits<std::int64_t>::max()).to_text() ==
        "9223372036854775807");
  CHECK(Decimal::from_integer(std::numeric_limits<std::int64_t>::min()).abs().to_text() ==
        "9223372036854775808");
}

TEST_CASE("decimals are equal by value and ordered by value", "[model]") {
  CHECK(number("10.5") == number("10.50"));
  CHECK(number("10") == Decimal::from_integer(10));
  CHECK(number("-0") == number("0.00"));
  CHECK(number("10.5") != number("10.51"));
  CHECK(number("9") < number("10"));
  CHECK(number("-10") < number("-9.99"));
  CHECK(number("-1") < number("0"));
  CHECK(number("10.50").to_shortest_text() == "10.5");
  CHECK(number("10.00").to_shortest_text() == "10");
  CHECK(number("100").to_shortest_text() == "100");
  CHECK(number("-0.00").to_shortest_text() == "0");
}

TEST_CASE("a number can be added to and taken from itself", "[model]") {
  Decimal small = number("12.5");
  const Decimal& same = small;
  small += same;
  CHECK(small.to_text() == "25.0");
  Decimal large = number("1e60");
  const Decimal& also = large;
  large -= also;
  CHECK(large.is_zero());
  CHECK_FALSE(large.is_negative());
}

TEST_CASE("copies of a large number are independent", "[model]") {
  const Decimal original = number("1e60");
  Decimal copy = original;
  copy += Decimal::from_integer(1);
  CHECK(copy > original);
  Decimal assigned;
  assigned = copy;
  CHECK(assigned == copy);
  assigned = Decimal::from_integer(3);
  CHECK(assigned.to_text() == "3");
}

TEST_CASE("100000 random sums and comparisons agree with school arithmetic", "[model]") {
  constexpr int kCases = 100'000;
  constexpr std::uint64_t kSeed = 20'260'217;
  std::mt19937_64 random(kSeed);
  int wrong = 0;
  int beyond_38_digits = 0;
  std::string example;
  for (int i = 0; i < kCases; ++i) {
    const std::string left = random_number(random);
    const std::string right = i % 10 == 0
                                  ? left + (left.find('.') == std::string::npos ? ".0" : "0")
                                  : random_number(random);
    Slow minus_right = slow(right);
    minus_right.negative = !minus_right.negative;
    Decimal difference = number(left);
    difference -= number(right);
    const std::string expected = text_of(add(slow(left), slow(right)));
    const int order = compare(slow(left), slow(right));
    beyond_38_digits += expected.size() > 40 ? 1 : 0;
    const bool agrees = sum(left, right) == expected &&
                        difference.to_text() == text_of(add(slow(left), minus_right)) &&
                        sign_of(number(left) <=> number(right)) == (order > 0) - (order < 0) &&
                        (number(left) == number(right)) == (order == 0);
    if (!agrees) {
      ++wrong;
      example = left + " and " + right;
    }
  }
  INFO("for example " << example);
  CHECK(wrong == 0);
  CHECK(beyond_38_digits > kCases / 10);
}
