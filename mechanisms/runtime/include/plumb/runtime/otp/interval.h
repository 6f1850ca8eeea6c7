// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Real numbers as intervals that certainly contain them.
///
/// Bounds on probabilities have to err on the safe side, so every operation
/// rounds the lower end down and the upper end up (MPFR, 256 bits). A theorem
/// about "at most" is then stated with the upper end, one about "at least" with
/// the lower one.

#ifndef PLUMB_RUNTIME_OTP_INTERVAL_H
#define PLUMB_RUNTIME_OTP_INTERVAL_H

#include "plumb/runtime/rational.h"

#include <gmp.h>
#include <memory>
#include <string>

namespace plumb::runtime::otp {

/// A real number x with lower end <= x <= upper end; the upper end may be
/// infinite where x is too large for MPFR. An immutable value, cheap to copy;
/// may be shared between threads. For public parameters only: the time of its
/// operations depends on the operands.
class Interval {
public:
  /// Encloses \p value; a single point if it has at most 256 binary digits.
  Interval(const Rational &value);
  static Interval ofInteger(mpz_srcptr value);

  /// The least interval that contains both.
  static Interval hull(const Interval &left, const Interval &right);

  friend Interval operator+(const Interval &left, const Interval &right);
  friend Interval operator-(const Interval &left, const Interval &right);
  friend Interval operator*(const Interval &left, const Interval &right);
  /// \pre \p right does not contain 0; aborts with a message otherwise.
  friend Interval operator/(const Interval &left, const Interval &right);
  friend Interval operator-(const Interval &value);

  friend Interval exp(const Interval &value);
  /// e^x - 1 without cancellation near 0.
  friend Interval expMinusOne(const Interval &value);
  /// \pre lower end > 0; aborts with a message otherwise.
  friend Interval log(const Interval &value);
  /// ln(1 + x) without cancellation near 0. \pre lower end > -1.
  friend Interval logOnePlus(const Interval &value);
  /// \pre lower end >= 0; aborts with a message otherwise.
  friend Interval sqrt(const Interval &value);
  friend Interval min(const Interval &left, const Interval &right);
  friend Interval max(const Interval &left, const Interval &right);

  /// Certain statements about x: false means false or undecided.
  bool atLeast(const Rational &bound) const;
  bool atMost(const Rational &bound) const;
  bool below(const Rational &bound) const;
  bool above(const Rational &bound) const;

  /// floor of the ends, as integers. \pre the end is finite and its floor has
  /// magnitude below 2^126; aborts with a message otherwise.
  Wide floorOfLower() const;
  Wide floorOfUpper() const;

  /// The ends as doubles, rounded outward.
  double lowerDouble() const;
  double upperDouble() const;
  /// The ends in decimal with at most \p digits significant digits, rounded
  /// outward; "0.125" or, where that would be long, "1.25e-9"; "inf" for an
  /// infinite upper end. The same text on every machine.
  ///
  /// \pre 1 <= digits <= 60.
  std::string lowerText(unsigned digits) const;
  std::string upperText(unsigned digits) const;

private:
  struct Ends;
  Interval() = default;
  static Interval of(std::shared_ptr<const Ends> computed);

  std::shared_ptr<const Ends> ends;
};

} // namespace plumb::runtime::otp

#endif // PLUMB_RUNTIME_OTP_INTERVAL_H
