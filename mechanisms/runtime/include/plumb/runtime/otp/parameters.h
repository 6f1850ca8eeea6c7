// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The parameters of one-sided bounds, checked once.
///
/// The functions beside this file take these types and are total: whatever is
/// wrong with a number is found here.

#ifndef PLUMB_RUNTIME_OTP_PARAMETERS_H
#define PLUMB_RUNTIME_OTP_PARAMETERS_H

#include "plumb/runtime/expected.h"
#include "plumb/runtime/rational.h"

#include <cstdint>
#include <string>
#include <utility>

namespace plumb::runtime::otp {

/// The privacy parameter eps, 0 < eps <= 2^20; no unit.
class Epsilon {
public:
  /// e^eps then has an exponent that MPFR can hold, and more would protect nobody.
  static constexpr int largest = 1 << 20;

  /// An error value unless 0 < \p eps <= largest.
  static Expected<Epsilon> create(const Rational &eps) {
    if (eps.sign() <= 0)
      return Error{"eps is " + eps.text() + "; it must be positive"};
    if (eps > largest)
      return Error{"eps is " + eps.text() + "; it must be at most " + std::to_string(largest)};
    return Epsilon(eps);
  }

  const Rational &value() const { return eps; }

private:
  explicit Epsilon(Rational checked) : eps(std::move(checked)) {}

  Rational eps;
};

/// An exact probability: delta of (eps, delta)-DP, alpha and beta of
/// (alpha, beta)-one-sidedness.
class Probability {
public:
  Probability() = default; ///< 0.

  /// An error value unless 0 <= \p value <= 1. \param name what the probability
  /// is called in the message, such as "delta".
  static Expected<Probability> create(const std::string &name, const Rational &value) {
    if (value < 0 || value > 1)
      return Error{name + " is " + value.text() + "; it must lie between 0 and 1"};
    return Probability(value);
  }

  const Rational &value() const { return probability; }

private:
  explicit Probability(Rational checked) : probability(std::move(checked)) {}

  Rational probability;
};

/// How many values are published, at least 1.
class Count {
public:
  /// An error value if \p count is 0.
  static Expected<Count> create(std::uint64_t count) {
    if (count == 0)
      return Error{"0 values are published; an error needs one"};
    return Count(count);
  }

  std::uint64_t value() const { return count; }

private:
  explicit Count(std::uint64_t checked) : count(checked) {}

  std::uint64_t count;
};

} // namespace plumb::runtime::otp

#endif // PLUMB_RUNTIME_OTP_PARAMETERS_H
