// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/otp/smallest_epsilon.h"

#include "plumb/runtime/otp/upper_bounds.h"

namespace plumb::runtime::otp {

namespace {

/// Holds and Fails are certain; Undecided is too close for 256 bits.
enum class Verdict : std::uint8_t { Holds, Fails, Undecided };

/// The condition p_k >= 1 - beta as a question about eps.
class Condition {
public:
  Condition(const Probability &deltaOfDp, std::uint64_t distance, const Probability &wrong,
            const Probability &missed)
      : delta(deltaOfDp), steps(distance), alpha(wrong), wanted(Rational(1) - missed.value()) {}

  /// At eps = 0 the recursion is p_j = min(1, p_(j-1) + delta), in exact rationals.
  bool holdsAtZero() const { return alpha.value() + Rational(steps) * delta.value() >= wanted; }

  Verdict at(const Rational &eps) const {
    const Interval bound = approximateDpUpperBound(*Epsilon::create(eps), delta, steps, alpha);
    return bound.atLeast(wanted) ? Verdict::Holds : bound.below(wanted) ? Verdict::Fails : Verdict::Undecided;
  }

private:
  Probability delta;
  std::uint64_t steps;
  Probability alpha;
  Rational wanted;
};

constexpr int largestEpsilon = 65536;
constexpr unsigned bisections = 64;

/// The condition fails at low, unless low = 0, and holds at high.
struct Bracket {
  Rational low, high;
};

/// high at most twice low, unless low = 0.
Expected<Bracket> bracket(const Condition &condition) {
  Rational high(1);
  while (condition.at(high) != Verdict::Holds) {
    high *= 2;
    if (high > largestEpsilon)
      return Error{"no eps up to " + std::to_string(largestEpsilon) + " is enough"};
  }
  Verdict half = condition.at(high / 2);
  for (; half == Verdict::Holds; half = condition.at(high / 2))
    high /= 2;
  return Bracket{half == Verdict::Fails ? high / 2 : Rational(0), high};
}

void bisect(Bracket &ends, const Condition &condition) {
  for (unsigned step = 0; step < bisections; ++step) {
    const Rational middle = (ends.low + ends.high) / 2;
    const Verdict verdict = condition.at(middle);
    if (verdict == Verdict::Undecided)
      return;
    (verdict == Verdict::Holds ? ends.high : ends.low) = middle;
  }
}

} // namespace

Expected<Interval> smallestEpsilonUnderAdp(std::uint64_t steps, const Probability &alpha,
                                           const Probability &beta) {
  const Rational truth = Rational(1) - alpha.value();
  if (truth <= beta.value())
    return Interval(0);
  if (steps == 0 || beta.value().sign() == 0)
    return Error{"no eps is enough"};
  return log(Interval(truth / beta.value())) / Interval(Rational(steps));
}

Expected<Interval> smallestEpsilonUnderApproximateDp(const Probability &delta, std::uint64_t steps,
                                                     const Probability &alpha, const Probability &beta) {
  const Condition condition(delta, steps, alpha, beta);
  if (condition.holdsAtZero())
    return Interval(0);
  Expected<Bracket> ends = bracket(condition);
  if (!ends)
    return ends.error();
  bisect(*ends, condition);
  return Interval::hull(Interval(ends->low), Interval(ends->high));
}

Expected<Interval> smallestEpsilonUnderDp(std::uint64_t steps, const Probability &alpha,
                                          const Probability &beta) {
  return smallestEpsilonUnderApproximateDp(Probability(), steps, alpha, beta);
}

} // namespace plumb::runtime::otp
