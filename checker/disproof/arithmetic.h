// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/arithmetic.h - Numbers for integrals ----*- C++ -*-===//
///
/// \file
/// The two arithmetics in which integrals are computed: doubles, to search with, and intervals that certainly
/// contain the number, to certify with. Places on the axis and rates are exact in the second one, so that
/// what is empty or constant is known and not estimated.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_ARITHMETIC_H
#define PLUMB_CHECKER_DISPROOF_ARITHMETIC_H

#include "checker/interpreter/exact.h"
#include "plumb/runtime/otp/interval.h"

#include <cmath>
#include <map>

namespace plumb::disproof {

/// Nothing that is computed so proves anything.
class Doubles {
public:
  using Place = double;
  using Number = double;

  Place place(const interpreter::Exact &value) const;
  Number number(Place value) const { return value; }
  Number exponential(Place value) { return std::exp(value); }
  static Number exponentialOf(Number value) { return std::exp(value); }
  /// 1 - e^-value, of what is not negative.
  static Number oneMinusExponentialOf(Number value) { return -std::expm1(-value); }
  /// Rates that cancel leave rounding errors.
  static bool isZero(Place value) { return std::abs(value) < 1e-12; }
  static Place floor(Place value) { return std::floor(value + 1e-12); }
  static Place ceiling(Place value) { return std::ceil(value - 1e-12); }
  /// In units of work.
  static std::size_t size(Number) { return 1; }
};

/// Rounded outward.
class Intervals {
public:
  using Place = interpreter::Exact;
  using Number = runtime::otp::Interval;

  /// \param digits binary ones.
  explicit Intervals(unsigned digits) : bits(digits) {}

  Place place(const interpreter::Exact &value) const { return value; }
  Number number(const Place &value) const;
  Number exponential(const Place &value);
  static Number exponentialOf(const Number &value) { return exp(value); }
  static Number oneMinusExponentialOf(const Number &value) { return -expMinusOne(-value); }
  static bool isZero(const Place &value) { return value.isZero(); }
  static Place floor(const Place &value);
  static Place ceiling(const Place &value) { return -floor(-value); }
  static std::size_t size(const Number &) { return 1; }

private:
  unsigned bits;
  std::map<Place, Number> exponentials;
};

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_ARITHMETIC_H
