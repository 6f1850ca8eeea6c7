// SPDX-License-Identifier: Apache-2.0
//===- checker/refutation/probability.h - Bounds on a chance ----*- C++ -*-===//
///
/// \file
/// Probabilities as pairs of bounds in fixed-point arithmetic, rounded outward: fast, and never wrong about
/// which of two is larger when their bounds are apart.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REFUTATION_PROBABILITY_H
#define PLUMB_CHECKER_REFUTATION_PROBABILITY_H

#include "frontend/support/enclosure.h"

#include <cstdint>
#include <string>

namespace plumb::refutation {

/// A real number in [0, 1] between two multiples of 2^-62. Integer arithmetic, rounded outward:
/// every operation keeps the number between its bounds, and none is slower than a
/// multiplication.
class Probability {
public:
  /// Zero.
  Probability() = default;
  static Probability one() { return Probability(unit, unit); }
  /// The bounds are cut to [0, 1] and rounded outward.
  explicit Probability(const Enclosure &enclosure);

  Probability operator*(const Probability &other) const;
  /// \pre the sum of the two numbers is at most 1.
  Probability operator+(const Probability &other) const;
  /// 1 - this.
  Probability complement() const { return Probability(unit - highUnits, unit - lowUnits); }
  /// This number without its lower bound's share: for what was not looked at, given that this was.
  /// [0, 1 - low].
  Probability unexplored() const { return Probability(0, unit - lowUnits); }

  Rational low() const;
  Rational high() const;
  /// Is the number certainly below 2^-\p exponent? \pre exponent <= 62.
  bool isBelow(unsigned exponent) const { return highUnits < (unit >> exponent); }

private:
  static constexpr std::uint64_t unit = std::uint64_t(1) << 62;
  Probability(std::uint64_t from, std::uint64_t to) : lowUnits(from), highUnits(to) {}

  std::uint64_t lowUnits = 0;
  std::uint64_t highUnits = 0;
};

/// "0.632120": six digits, rounded down.
std::string decimalBelow(const Rational &probability);
/// The same, rounded up.
std::string decimalAbove(const Rational &probability);

} // namespace plumb::refutation

#endif // PLUMB_CHECKER_REFUTATION_PROBABILITY_H
