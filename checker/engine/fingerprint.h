// Keyed fingerprints: what a report shows in place of a value that it must not show.
//
// Equal values have equal fingerprints under one key, so that people can follow a value through
// reports; without the key nobody can try out guesses. Printed as "fp:" and 16 hex digits, the
// first 64 bits of an HMAC-SHA256: short enough to read and compare by eye, and among 100,000
// violations (the most that are remembered of a rule) two share one with a chance of 3 in 10^10.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "adapters/value.h"

namespace countercheck {

// What is equal: numbers by value whatever their kind or scale (integer 10, decimal 10.0, real
// 1e1), texts and bytes by their bytes; a number, a text and bytes are never equal to each other.
// Safe to use from several threads at once.
class Fingerprinter {
 public:
  // The key must not be empty: without one anybody could reverse the fingerprints by guessing.
  // Throws std::invalid_argument if it is.
  explicit Fingerprinter(std::string_view key);
  Fingerprinter(const Fingerprinter&) = delete;
  Fingerprinter& operator=(const Fingerprinter&) = delete;
  ~Fingerprinter();

  // From the whole text of a cell. Call it before the cell is cut.
  [[nodiscard]] std::string of(const CellView& cell) const;

  // A cut value is refused with std::invalid_argument: the fingerprint of its beginning would
  // call different values equal.
  [[nodiscard]] std::string of(const Value& value) const;

  // Every part goes in with its kind and length, so that ('a-', 'b') and ('a', '-b') differ, as do
  // NULL and ''. A tuple of one is not equal to its only part.
  [[nodiscard]] std::string of_tuple(std::span<const Value> values) const;

  // 32 bytes from the operating system, for a run without a key of its own.
  [[nodiscard]] static std::string random_key();

 private:
  class Mac;
  std::unique_ptr<const Mac> keyed_;  // initialised with the key; each fingerprint starts from it
};

}  // namespace countercheck
