// Exact decimal numbers of any size: what money, quantities and numeric keys are counted with.
//
// A Decimal is a whole number of units of 10^-scale. No digit is ever lost or rounded and nothing
// passes through binary floating point. Numbers of up to 38 digits cost no allocation; larger ones
// move to the heap by themselves.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace countercheck {

class Decimal {
 public:
  // Limits of parse(): more digits than any engine's exact type holds (Postgres numeric ends at
  // 131072 before and 16383 after the point), and exponents far beyond those of a double. They
  // keep a short text such as 1e999999999 from becoming gigabytes.
  static constexpr std::size_t kDigitsMax = 150'000;
  static constexpr std::int64_t kExponentMax = 5'000;

  Decimal();  // 0
  Decimal(const Decimal& other);
  Decimal(Decimal&& other) noexcept;
  Decimal& operator=(const Decimal& other);
  Decimal& operator=(Decimal&& other) noexcept;
  ~Decimal();

  // Reads an optional sign, digits with at most one point, and an optional exponent ("-12.50",
  // ".5", "1e+20"). Anything else is no number: blanks, NaN, Infinity, and texts beyond the limits.
  [[nodiscard]] static std::optional<Decimal> parse(std::string_view text);
  [[nodiscard]] static Decimal from_integer(std::int64_t number);

  // The scale of a sum is the larger of the two: 10.50 + 0.5 is 11.00.
  Decimal& operator+=(const Decimal& other);
  Decimal& operator-=(const Decimal& other);
  [[nodiscard]] Decimal operator-() const;
  [[nodiscard]] Decimal abs() const;

  [[nodiscard]] bool is_negative() const;
  [[nodiscard]] bool is_zero() const;

  // Digits after the point, trailing zeros included.
  [[nodiscard]] std::uint32_t scale() const { return scale_; }

  // By value: 10.5 equals 10.50, though their texts differ.
  friend std::weak_ordering operator<=>(const Decimal& left, const Decimal& right);
  friend bool operator==(const Decimal& left, const Decimal& right);

  // All digits with as many places after the point as the scale says; never an exponent, never
  // "-0".
  [[nodiscard]] std::string to_text() const;

  // The one spelling that all equal numbers share: without trailing zeros after the point.
  [[nodiscard]] std::string to_shortest_text() const;

 private:
  // Not in ISO C++, hence __extension__, which keeps -Wpedantic quiet about this one line.
  __extension__ typedef __int128 Int128;
  struct Big;     // holds the number when it does not fit; keeps Boost out of this header
  struct Access;  // reads and writes either form

  void add_big(const Decimal& other);

  Int128 units_ = 0;         // the number times 10^scale_, unless big_ holds it
  std::uint32_t scale_ = 0;  // places after the point
  std::unique_ptr<Big> big_;
};

}  // namespace countercheck
