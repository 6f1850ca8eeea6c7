// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// What the tests of one-sided bounds share: parameters from text, and the
/// comparison of an interval with a value computed otherwise.

#ifndef PLUMB_TESTS_RUNTIME_OTP_CLOSE_H
#define PLUMB_TESTS_RUNTIME_OTP_CLOSE_H

#include "plumb/runtime/otp/interval.h"
#include "plumb/runtime/otp/parameters.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <rapidcheck.h>
#include <string_view>

namespace plumb::runtime::otp::bounds_test {

inline Rational rational(std::string_view text) {
  return Rational::parse(text).value();
}
inline Epsilon epsilon(std::string_view text) {
  return Epsilon::create(rational(text)).value();
}
inline Probability probability(std::string_view text) {
  return Probability::create("the probability", rational(text)).value();
}
inline Count count(std::uint64_t k) {
  return Count::create(k).value();
}

/// Both ends lie within a relative distance of \p reference; near 0 the distance is absolute.
inline bool close(const Interval &value, long double reference, long double relative = 1e-12L,
                  long double absolute = 0) {
  const long double allowed = std::max(absolute, relative * std::fabs(reference));
  return value.lowerDouble() <= value.upperDouble() && value.lowerDouble() >= reference - allowed &&
         value.upperDouble() <= reference + allowed;
}

/// p / 1000 with 1 <= p <= 5000.
inline Rational randomEpsilon() {
  return Rational(*rc::gen::inRange<std::int64_t>(1, 5001)) / 1000;
}
/// p / 10000 with 0 <= p <= 10000, more often small.
inline Rational randomProbability() {
  const std::int64_t p =
      *rc::gen::oneOf(rc::gen::inRange<std::int64_t>(0, 10001), rc::gen::inRange<std::int64_t>(0, 20),
                      rc::gen::just<std::int64_t>(0));
  return Rational(p) / 10000;
}

} // namespace plumb::runtime::otp::bounds_test

#endif // PLUMB_TESTS_RUNTIME_OTP_CLOSE_H
