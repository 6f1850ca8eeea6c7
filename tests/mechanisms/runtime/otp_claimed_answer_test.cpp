// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/otp/achieved.h"
#include "plumb/runtime/otp/claimed_answer.h"
#include "plumb/runtime/otp/upper_bounds.h"

#include <catch2/catch.hpp>

using namespace plumb::runtime;
using namespace plumb::runtime::otp;

/// "Below" if f + noise < T, with f that falls by at most 2 and noise of scale 2.
static Claim below() {
  Claim claim;
  claim.eps = Ends::of(Rational(1));
  claim.movement = Movement{};
  claim.movement->falls = true;
  claim.movement->most = Rational(2);
  claim.noise = DecidingNoise{Side::OneSided,           Values::Integers, Ends::of(Rational(2)),
                              Ends::of(Rational(0)),    Rational(1),      Comparison::Less,
                              /*isOneOfSeveral=*/false, /*repeats=*/true};
  claim.isInLoop = true;
  return claim;
}

static ClaimRow rowOf(const Claim &claim, long distance, const Wish &wish = {}) {
  return ClaimedAnswer::create(claim)->at(Rational(distance), wish).value();
}

TEST_CASE("a claim knows its steps, what noise achieves, and what nothing exceeds") {
  const auto claim = ClaimedAnswer::create(below());
  REQUIRE(claim);
  CHECK(claim->distanceOf(Rational(17), Rational(20)) == 3);
  const ClaimRow row = claim->at(Rational(3)).value();
  CHECK(row.gap == 3);
  CHECK(row.steps == 2);
  CHECK(row.given->lowerText(30) ==
        achievedByGeometric(Rational(3), *NoiseScale::create(Rational(2))).lowerText(30));
  CHECK(row.most->upperText(30) == adpUpperBound(*Epsilon::create(Rational(1)), 2).upperText(30));
  CHECK_FALSE(row.enoughEps);
  const auto rows = claim->ofRun({Rational(3), Rational(1)});
  CHECK(rows->back().allGiven->upperText(30) == (*row.given * *rows->back().given).upperText(30));
}

TEST_CASE("where the reply would be wrong it is not given, and no step is needed") {
  const ClaimRow row = rowOf(below(), 0);
  CHECK(row.steps == 0);
  CHECK(row.given->atMost(0));
  CHECK(row.most->atMost(0));
  CHECK_FALSE(ClaimedAnswer::create(below())->isTrueAt(Rational(0)));
}

TEST_CASE("the bound depends on where steps lead") {
  Claim claim = below();
  claim.movement->returns = true;
  CHECK(rowOf(claim, 3).most->atMost(0));
  // No step leads from a wrong answer to a right one, or none is known.
  claim.movement->returns = claim.movement->falls = false;
  claim.movement->rises = true;
  CHECK(rowOf(claim, 3).most->atLeast(1));
  CHECK_FALSE(rowOf(claim, 3).steps);
  claim = below();
  claim.movement->most = Rational(0);
  CHECK(rowOf(claim, 3).most->atLeast(1));
  claim.movement->isAttained = false;
  CHECK_FALSE(rowOf(claim, 3).most);
  claim.movement.reset();
  CHECK_FALSE(rowOf(claim, 3).most);
  CHECK(rowOf(claim, 3).given);
}

TEST_CASE("where steps lead back by several, a reply that may be wrong gains more from each") {
  Claim claim = below();
  claim.movement->returns = true;
  const Wish wish{*Probability::create("alpha", Rational(1, 100)),
                  *Probability::create("beta", Rational(1, 2))};
  const auto most = [&] { return rowOf(claim, 3, wish).most->upperText(30); };
  const auto enough = [&] { return rowOf(claim, 3, wish).enoughEps->lowerText(30); };
  const std::string later = most(), sooner = enough();
  claim.movement->falls = false;
  CHECK_FALSE(rowOf(claim, 3, wish).most);
  CHECK(rowOf(claim, 3).most->atMost(0));
  claim.movement->falls = true;
  claim.movement->returnsAtOnce = true;
  CHECK(most() < later);
  CHECK(sooner < enough());
  claim.movement->returns = claim.movement->returnsAtOnce = false;
  CHECK(later == most());
  CHECK(sooner == enough());
}

TEST_CASE("no data are wrong for a threshold that no answer reaches") {
  Claim claim = below();
  claim.comparison = Comparison::GreaterEqual;
  claim.movement->falls = false;
  claim.movement->rises = true;
  claim.movement->isBelowZero = false;
  for (const long threshold : {0, 1}) {
    claim.threshold = Rational(threshold);
    CHECK(rowOf(claim, 3).steps.has_value() == (threshold == 1));
  }
}

TEST_CASE("steps that end at records which add something lead to what these add up to") {
  Claim claim = below();
  claim.comparison = Comparison::Greater;
  claim.movement->falls = false;
  claim.movement->rises = true;
  claim.movement->most = Rational(5);
  claim.movement->isBelowZero = false;
  // 12 may be 3 + 3 + 3 + 3: one step less of 5 is not there.
  claim.threshold = Rational(7);
  CHECK_FALSE(rowOf(claim, 5).steps);
  CHECK_FALSE(rowOf(claim, 5).most);
  // 15 is 5 + 5 + 5. Where the claim is wrong no step is needed.
  CHECK(rowOf(claim, 8).steps == 2);
  CHECK(rowOf(claim, -1).steps == 0);
  claim.threshold.reset();
  CHECK_FALSE(rowOf(claim, 8).steps);
  Claim other = claim;
  other.movement->hasEachLength = true;
  CHECK(rowOf(other, 5).steps == 1);
  other = claim;
  other.movement->most = Rational(1);
  CHECK(rowOf(other, 5).steps == 5);
  other.values = Values::Reals;
  CHECK_FALSE(rowOf(other, 5).steps);
  other = claim;
  other.movement->isBelowZero = true;
  CHECK(rowOf(other, 5).steps == 1);
}

TEST_CASE("of several runs one gives the reply") {
  Claim claim = below();
  claim.times = 2;
  const ClaimRow row = rowOf(claim, 3);
  const Interval missed = Interval(1) - *row.given;
  CHECK(row.someGiven->lowerText(20) == (Interval(1) - missed * missed).lowerText(20));
  claim.times = 0;
  CHECK(rowOf(claim, 3).someGiven->atMost(0));
}

TEST_CASE("what is between two ends has a bound at both") {
  Claim claim = below();
  claim.eps.high = Rational(2);
  claim.noise->scale.high = Rational(4);
  const ClaimRow row = rowOf(claim, 3);
  CHECK(row.most->upperText(20) == adpUpperBound(*Epsilon::create(Rational(2)), 2).upperText(20));
  CHECK(row.given->lowerText(20) ==
        achievedByGeometric(Rational(3), *NoiseScale::create(Rational(4))).lowerText(20));
  CHECK(row.given->upperText(20) ==
        achievedByGeometric(Rational(3), *NoiseScale::create(Rational(2))).upperText(20));
}

TEST_CASE("what is out of range is an error value") {
  Claim claim = below();
  claim.eps = Ends::of(Rational(0));
  CHECK_FALSE(ClaimedAnswer::create(claim));
  claim = below();
  claim.noise->scale = Ends::of(Rational(0));
  CHECK_FALSE(ClaimedAnswer::create(claim));
  claim = below();
  claim.noise->weight = Rational(0);
  CHECK_FALSE(ClaimedAnswer::create(claim));
  const auto far = ClaimedAnswer::create(below())->at(*Rational::parse("10000000000000000000"));
  REQUIRE_FALSE(far);
  CHECK(far.error().message == "a gap of 10000000000000000000 is too large");
}
