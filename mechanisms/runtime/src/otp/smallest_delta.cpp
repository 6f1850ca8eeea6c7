// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/otp/smallest_delta.h"

#include "plumb/runtime/otp/upper_bounds.h"

namespace plumb::runtime::otp {

namespace {

constexpr unsigned bisections = 64;
/// A smaller delta than 2^-4096 is called 0 at the lower end.
constexpr unsigned halvings = 4096;

/// The condition fails at low, unless low = 0, and holds at high.
struct Bracket {
  Rational low, high;
};

/// \p bound tells p_k for a delta.
template <class Bound> Bracket bracket(const Bound &bound, const Rational &wanted) {
  Bracket ends{Rational(0), Rational(1)}; // at delta = 1 everything is allowed
  Rational half = Rational(1) / 2;
  for (unsigned step = 0; step < halvings && ends.low.sign() == 0; ++step, half /= 2) {
    const Interval reached = bound(half);
    if (reached.atLeast(wanted))
      ends.high = half;
    else if (reached.below(wanted))
      ends.low = half;
  }
  return ends;
}

template <class Bound> void bisect(Bracket &ends, const Bound &bound, const Rational &wanted) {
  for (unsigned step = 0; step < bisections; ++step) {
    // Not the middle, which may be the very value that is looked for, where nothing can be told.
    const Rational between = (ends.low * 17 + ends.high * 16) / 33;
    const Interval reached = bound(between);
    if (!reached.atLeast(wanted) && !reached.below(wanted))
      return;
    (reached.atLeast(wanted) ? ends.high : ends.low) = between;
  }
}

} // namespace

Expected<Interval> smallestDelta(const Epsilon &eps, std::uint64_t steps, const Probability &alpha,
                                 const Probability &beta) {
  const Rational wanted = Rational(1) - beta.value();
  const auto bound = [&](const Rational &delta) {
    return approximateDpUpperBound(eps, *Probability::create("delta", delta), steps, alpha);
  };
  if (alpha.value() >= wanted || bound(Rational(0)).atLeast(wanted))
    return Interval(0);
  if (steps == 0)
    return Error{"no delta is enough"};
  Bracket ends = bracket(bound, wanted);
  bisect(ends, bound, wanted);
  return Interval::hull(Interval(ends.low), Interval(ends.high));
}

} // namespace plumb::runtime::otp
