// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/otp/claimed_answer.h"

#include "plumb/runtime/otp/smallest_delta.h"
#include "plumb/runtime/otp/smallest_epsilon.h"
#include "plumb/runtime/otp/upper_bounds.h"

#include <utility>

namespace plumb::runtime::otp {

namespace {

/// Of b and a instead of a and b, or of -a and -b.
Comparison turned(Comparison comparison) {
  switch (comparison) {
  case Comparison::Less:
    return Comparison::Greater;
  case Comparison::LessEqual:
    return Comparison::GreaterEqual;
  case Comparison::Greater:
    return Comparison::Less;
  case Comparison::GreaterEqual:
    break;
  }
  return Comparison::LessEqual;
}

/// The least integer n with n * \p step >= \p gap; over reals, where the line itself is true, n * step > gap.
Expected<std::uint64_t> stepsFor(const Rational &gap, const Rational &step, bool lineIsTrue) {
  const Rational quotient = gap / step;
  mpz_t whole;
  mpz_init(whole);
  mpz_cdiv_q(whole, quotient.numerator(), quotient.denominator());
  if (lineIsTrue && mpz_cmp_ui(quotient.denominator(), 1) == 0)
    mpz_add_ui(whole, whole, 1);
  const bool fits = mpz_sizeinbase(whole, 2) <= 60;
  const std::uint64_t steps = fits ? mpz_get_ui(whole) : 0;
  mpz_clear(whole);
  if (!fits)
    return Error{"a gap of " + gap.text() + " is too large"};
  return steps;
}

/// \p base ^ \p exponent, by squaring. \pre \p base lies between 0 and 1 but for rounding.
Interval powerOf(Interval base, std::uint64_t exponent) {
  Interval result(1);
  for (; exponent > 0; exponent /= 2, base = base * base)
    if (exponent % 2 == 1)
      result = result * base;
  return result;
}

} // namespace

ClaimedAnswer::ClaimedAnswer(Claim checked, Epsilon low, Epsilon high, std::optional<Laws> noise)
    : claim(std::move(checked)), leastEps(std::move(low)), eps(std::move(high)), laws(std::move(noise)) {}

Expected<ClaimedAnswer> ClaimedAnswer::create(Claim claim) {
  auto least = Epsilon::create(claim.eps.low), most = Epsilon::create(claim.eps.high);
  if (!least || !most)
    return most ? least.error() : most.error();
  std::optional<Laws> laws;
  if (claim.noise) {
    auto narrow = NoiseScale::create(claim.noise->scale.low),
         wide = NoiseScale::create(claim.noise->scale.high);
    if (!narrow || !wide)
      return narrow ? wide.error() : narrow.error();
    if (claim.noise->weight.sign() == 0)
      return Error{"a draw of weight 0 decides nothing"};
    laws = Laws{{claim.noise->side, claim.noise->values, *narrow},
                {claim.noise->side, claim.noise->values, *wide}};
  }
  return ClaimedAnswer(std::move(claim), *std::move(least), *std::move(most), std::move(laws));
}

bool ClaimedAnswer::isStrict() const {
  return claim.comparison == Comparison::Less || claim.comparison == Comparison::Greater;
}

bool ClaimedAnswer::isUpward() const {
  return claim.comparison == Comparison::Greater || claim.comparison == Comparison::GreaterEqual;
}

Rational ClaimedAnswer::distanceOf(const Rational &answer, const Rational &threshold) const {
  return isUpward() ? answer - threshold : threshold - answer;
}

/// Of the answer against a threshold of 0.
bool ClaimedAnswer::isTrueAt(const Rational &distance) const {
  const Rational gap = gapOf(claim.comparison, claim.values, isUpward() ? distance : -distance, Rational(0));
  return gap.sign() > 0 || (gap.sign() == 0 && isReal() && !isStrict());
}

Expected<ClaimRow> ClaimedAnswer::at(const Rational &distance, const Wish &wish) const {
  return behind(nullptr, distance, claim.threshold, wish);
}

Expected<std::vector<ClaimRow>> ClaimedAnswer::ofRun(const std::vector<Rational> &distances,
                                                     const Wish &wish) const {
  std::vector<ClaimRow> rows;
  for (const Rational &distance : distances) {
    auto row = behind(rows.empty() ? nullptr : &rows.back(), distance, claim.threshold, wish);
    if (!row)
      return row.error();
    rows.push_back(*std::move(row));
  }
  return rows;
}

Expected<ClaimRow> ClaimedAnswer::behind(const ClaimRow *before, const Rational &distance,
                                         const std::optional<Rational> &threshold, const Wish &wish) const {
  const Rational answer = isUpward() ? distance : -distance;
  ClaimRow row{distance, gapOf(claim.comparison, claim.values, answer, Rational(0)), {}, {}, {}, {}, {}, {},
               {}};
  if (claim.movement && claim.movement->isAttained && maybeWrongAt(threshold))
    if (auto failure = addSteps(row, threshold, wish))
      return *failure;
  if (claim.noise) {
    row.given = givenAt(answer);
    if (claim.noise->repeats && (!before || before->allGiven))
      row.allGiven = before ? *before->allGiven * *row.given : *row.given;
    // Each run has to come to this place, which is known where it answers at all those before.
    if (const auto whole = claim.isInLoop ? row.allGiven : row.given; claim.times && whole)
      row.someGiven = Interval(1) - powerOf(Interval(1) - *whole, *claim.times);
  }
  if (wish.beta && row.steps)
    addWish(row, wish);
  return row;
}

/// Are data known for which the claim is wrong of a threshold there? Those without records have the answer 0;
/// others have answers on sides of it that are known.
bool ClaimedAnswer::maybeWrongAt(const std::optional<Rational> &threshold) const {
  if (!threshold || (isUpward() ? claim.movement->isBelowZero : claim.movement->isAboveZero))
    return true;
  const int sign = isUpward() ? threshold->sign() : -threshold->sign();
  return isStrict() ? sign >= 0 : sign > 0;
}

bool leadsToAll(const Movement &movement, bool isUpward, Values values) {
  return (isUpward ? movement.isBelowZero : movement.isAboveZero) || movement.hasEachLength ||
         (values == Values::Integers && movement.most == Rational(1));
}

/// Do as many steps as the gap asks for lead to the answer at \p distance from a wrong one? Where the largest
/// divides it, records that each add as much make it.
bool ClaimedAnswer::isMadeOfSteps(const Rational &distance, const std::optional<Rational> &threshold) const {
  if (leadsToAll(*claim.movement, isUpward(), claim.values))
    return true;
  if (!threshold)
    return false;
  const Rational answer = isUpward() ? *threshold + distance : *threshold - distance;
  return mpz_cmp_ui((answer / claim.movement->most).denominator(), 1) == 0;
}

/// Do the bounds of differential privacy hold? If no reply may be wrong, none is given that other steps lead
/// from to where it is, however many; else what is lost grows with their number.
static bool isBoundBothWays(const Movement &movement, const Wish &wish) {
  return movement.returnsAtOnce || (movement.returns && wish.alpha.value().sign() == 0);
}

/// Of replies that are given some may lie on the other side, where the claim is never made. If no steps are
/// known to lead from wrong data to these, nothing bounds the reply.
std::optional<Error> ClaimedAnswer::addSteps(ClaimRow &row, const std::optional<Rational> &threshold,
                                             const Wish &wish) const {
  const Movement &movement = *claim.movement;
  const bool isTrue = isTrueAt(row.distance);
  const bool isReached =
      movement.most.sign() > 0 && ((isUpward() ? movement.rises : movement.falls) || movement.returns);
  if (isTrue && !isReached) {
    row.most = Interval(1);
    return std::nullopt;
  }
  if (isTrue && !isMadeOfSteps(row.distance, threshold))
    return std::nullopt;
  // The largest steps may all lead the other way, and small ones back.
  if (isTrue && !(isUpward() ? movement.rises : movement.falls) && !isBoundBothWays(movement, wish))
    return std::nullopt;
  auto steps =
      isTrue ? stepsFor(row.gap, movement.most, isReal() && !isStrict()) : Expected<std::uint64_t>(0);
  if (!steps)
    return steps.error();
  row.steps = *steps;
  const bool isDp = isBoundBothWays(movement, wish);
  const auto bound = [&](const Epsilon &one) {
    return isDp || *steps == 0 ? dpUpperBound(one, *steps, wish.alpha)
                               : adpUpperBound(one, *steps, wish.alpha);
  };
  // It rises with eps.
  row.most = Interval::hull(bound(leastEps), bound(eps));
  return std::nullopt;
}

/// What the wanted alpha and beta need at this many steps.
void ClaimedAnswer::addWish(ClaimRow &row, const Wish &wish) const {
  const auto enough = isBoundBothWays(*claim.movement, wish)
                          ? smallestEpsilonUnderDp(*row.steps, wish.alpha, *wish.beta)
                          : smallestEpsilonUnderAdp(*row.steps, wish.alpha, *wish.beta);
  if (enough)
    row.enoughEps = *enough;
  // The larger eps is, the less delta is needed.
  const auto most = smallestDelta(leastEps, *row.steps, wish.alpha, *wish.beta),
             least = smallestDelta(eps, *row.steps, wish.alpha, *wish.beta);
  if (most && least)
    row.deltaOfDp = Interval::hull(*least, *most);
}

/// That of (\p answer + shift) / weight + noise against 0. It only rises, or only falls, with the scale, and
/// so with the shift.
Interval ClaimedAnswer::givenAt(const Rational &answer) const {
  const DecidingNoise &noise = *claim.noise;
  const Comparison comparison = noise.weight.sign() < 0 ? turned(noise.comparison) : noise.comparison;
  const auto shiftedBy = [&](const NoiseLaw &law, const Rational &shift) {
    return probabilityThat(comparison, (answer + shift) / noise.weight, Rational(0), law);
  };
  const auto of = [&](const NoiseLaw &law) {
    return Interval::hull(shiftedBy(law, noise.shift.low), shiftedBy(law, noise.shift.high));
  };
  const Interval known = Interval::hull(of(laws->low), of(laws->high));
  return noise.isOneOfSeveral ? Interval::hull(known, Interval(1)) : known;
}

} // namespace plumb::runtime::otp
