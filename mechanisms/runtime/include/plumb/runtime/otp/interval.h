// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Real numbers as intervals that certainly contain them.
///
/// Bounds on probabilities have to err on the safe side, so every operation
/// rounds the lower end down and the upper end up (MPFR, 256 bits or more). A
/// theorem about "at most" is then stated with the upper end, one about "at
/// least" with the lower one. Every operation is total: where the ends of its
/// operands do not say enough, an end of the result is infinite.

#ifndef PLUMB_RUNTIME_OTP_INTERVAL_H
#define PLUMB_RUNTIME_OTP_INTERVAL_H

#include "plumb/runtime/rational.h"

#include <gmp.h>
#include <memory>
#include <optional>
#include <string>

namespace plumb::runtime::otp {

/// A real number x with lower end <= x <= upper end; an end may be infinite,
/// where x is too large for MPFR or nothing is known of it. An immutable value, cheap to copy;
/// may be shared between threads. For public parameters only: the time of its
/// operations depends on the operands.
class Interval {
public:
  /// What operations keep at least.
  static constexpr unsigned fewestBits = 256;

  /// Encloses \p value; a single point if it has at most 256 binary digits.
  Interval(const Rational &value);
  template <WholeNumber Integer> explicit Interval(Integer value) : Interval(Rational(value)) {}
  /// The same with \p bits binary digits, if that is more than 256. What is computed from several intervals
  /// has the most digits of any of them.
  Interval(const Rational &value, unsigned bits);
  static Interval ofInteger(mpz_srcptr value);

  /// The least interval that contains both.
  static Interval hull(const Interval &left, const Interval &right);

  friend Interval operator+(const Interval &left, const Interval &right);
  friend Interval operator-(const Interval &left, const Interval &right);
  friend Interval operator*(const Interval &left, const Interval &right);
  /// The whole line if \p right contains 0.
  friend Interval operator/(const Interval &left, const Interval &right);
  friend Interval operator-(const Interval &value);

  friend Interval exp(const Interval &value);
  /// e^x - 1 without cancellation near 0.
  friend Interval expMinusOne(const Interval &value);
  // Of x where the function has a value: what is below 0, or below -1 for logOnePlus, is cut off. The whole
  // line if nothing is left.
  friend Interval log(const Interval &value);
  /// ln(1 + x) without cancellation near 0.
  friend Interval logOnePlus(const Interval &value);
  friend Interval sqrt(const Interval &value);
  friend Interval min(const Interval &left, const Interval &right);
  friend Interval max(const Interval &left, const Interval &right);

  /// Certain statements about x: false means false or undecided.
  bool atLeast(const Rational &bound) const;
  bool atMost(const Rational &bound) const;
  bool below(const Rational &bound) const;
  bool above(const Rational &bound) const;
  template <WholeNumber Integer> bool atLeast(Integer bound) const { return atLeast(Rational(bound)); }
  template <WholeNumber Integer> bool atMost(Integer bound) const { return atMost(Rational(bound)); }
  template <WholeNumber Integer> bool below(Integer bound) const { return below(Rational(bound)); }
  template <WholeNumber Integer> bool above(Integer bound) const { return above(Rational(bound)); }

  /// How many binary digits its ends are kept with.
  unsigned bits() const;
  /// The width is at most 2^-relativeBits times the smaller magnitude of the ends; or it is 0.
  bool isWithin(unsigned relativeBits) const;

  /// floor of the ends, as integers. Nothing if the end is infinite or its
  /// magnitude is 2^126 or more.
  std::optional<Wide> floorOfLower() const;
  std::optional<Wide> floorOfUpper() const;

  /// The ends, rounded outward to 64 binary digits. Nothing if the end is infinite.
  std::optional<Rational> lower() const;
  std::optional<Rational> upper() const;
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
  static Interval of(std::shared_ptr<Ends> computed);
  static std::shared_ptr<Ends> roomFor(const Interval &left, const Interval &right);

  std::shared_ptr<const Ends> ends;
};

} // namespace plumb::runtime::otp

#endif // PLUMB_RUNTIME_OTP_INTERVAL_H
