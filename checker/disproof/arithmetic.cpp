// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/arithmetic.h"

#include "plumb/runtime/rational.h"

namespace plumb::disproof {

using interpreter::Exact;

double Doubles::place(const Exact &value) const {
  if (auto whole = value.toInt64())
    return static_cast<double>(*whole);
  return value.rational().get_d();
}

runtime::otp::Interval Intervals::number(const Exact &value) const {
  return {*runtime::Rational::parse(interpreter::toString(value)), bits};
}

runtime::otp::Interval Intervals::exponential(const Exact &value) {
  auto found = exponentials.find(value);
  if (found == exponentials.end())
    found = exponentials.emplace(value, exp(number(value))).first;
  return found->second;
}

Exact Intervals::floor(const Exact &value) {
  return value.isIntegral() ? value : Exact(Rational(floorOf(value.rational())));
}

} // namespace plumb::disproof
