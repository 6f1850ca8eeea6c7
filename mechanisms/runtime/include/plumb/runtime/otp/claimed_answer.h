// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// What a claim of a mechanism is worth at each distance from its threshold.
///
/// A claim such as "published `below` implies f < T" is a yes-no question about
/// one answer f, with a reply that is never wrong: a one-sided true positive
/// (`upper_bounds.h`). The relation of the mechanism says how far one step moves
/// f, and so how many steps it is from data for which the reply would be wrong;
/// the draw that decides says how often the reply is given. `plumb bounds` and
/// emitted headers put together here what a proof knows.

#ifndef PLUMB_RUNTIME_OTP_CLAIMED_ANSWER_H
#define PLUMB_RUNTIME_OTP_CLAIMED_ANSWER_H

#include "plumb/runtime/expected.h"
#include "plumb/runtime/otp/comparison.h"
#include "plumb/runtime/otp/interval.h"
#include "plumb/runtime/otp/noise_law.h"
#include "plumb/runtime/otp/parameters.h"
#include "plumb/runtime/rational.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace plumb::runtime::otp {

/// A real number between two fractions, which are the same if it is known to be one.
struct Ends {
  Rational low, high;

  static Ends of(const Rational &value) { return {value, value}; }
};

/// How far one answer moves along the neighbour relation.
struct Movement {
  bool falls = false, rises = false;
  /// Wherever steps lead, others lead back to data with the answer as before; and where one step leads, one
  /// does.
  bool returns = false, returnsAtOnce = false;
  Rational most;
  /// Steps of that length are known to be there, wherever is asked, and as many of them as one likes.
  bool isAttained = true;
  /// Answers below 0 and above 0 are known, as far from it as one likes.
  bool isBelowZero = true, isAboveZero = true;
  /// Of records that add nothing steps of each lesser length are there too: of each whole one or, of real
  /// answers, of each.
  bool hasEachLength = false;
};

/// The one draw that decides: the reply is given if f + weight * draw + shift compares so with the threshold.
struct DecidingNoise {
  Side side = Side::TwoSided;
  Values values = Values::Integers;
  /// Of its law; positive.
  Ends scale;
  Ends shift;
  /// Not 0.
  Rational weight;
  Comparison comparison = Comparison::Less;
  /// The reply may be given in other ways too: then as often at least.
  bool isOneOfSeveral = false;
  /// One loop gives all replies, and goes on as before where one is given: several together have the product
  /// of their probabilities.
  bool repeats = false;
};

struct Claim {
  /// What is claimed of the answer, on the left, and the threshold.
  Comparison comparison = Comparison::Less;
  Values values = Values::Integers;
  /// Nothing: each place has its own, or the reader has one in mind.
  std::optional<Rational> threshold;
  /// That of the guarantee.
  Ends eps;
  /// Nothing if it is not known how far neighbours of a whole composition move the answer.
  std::optional<Movement> movement;
  /// Nothing where no single draw decides.
  std::optional<DecidingNoise> noise;
  /// The reply is one of several of a loop.
  bool isInLoop = false;
  /// Of a part of a composition: how often it runs, if every run comes to the first place.
  std::optional<std::uint64_t> times;
};

/// Besides the distance.
struct Wish {
  /// How often a reply may be wrong.
  Probability alpha;
  /// How often it may be missed; nothing: no eps and delta are looked for.
  std::optional<Probability> beta;
};

/// At one distance from the threshold. Quote lower ends of what is given, and upper ends of the rest.
struct ClaimRow {
  /// As asked, and to the nearest answer for which the claim is false.
  Rational distance, gap;
  /// The fewest from data for which the reply would be wrong. Nothing if that is not known, or if none lead
  /// here.
  std::optional<std::uint64_t> steps;
  /// This reply; and it together with those of the rows before. Nothing where no single draw decides, or
  /// where draws are not made anew.
  std::optional<Interval> given, allGiven;
  /// In one run at least, of those that a composition makes of a part.
  std::optional<Interval> someGiven;
  /// The most that any mechanism with the guarantee can do; of as many steps.
  std::optional<Interval> most;
  /// The least eps for alpha and beta, if some eps is enough.
  std::optional<Interval> enoughEps;
  /// The least delta that (eps, delta)-DP needs for the same, with the eps of the guarantee.
  std::optional<Interval> deltaOfDp;
};

/// Are the steps that \p movement has enough to come to any answer on the side of a claim, upward or not?
/// Where these end at records that add nothing, or both kinds of records make up for each other, they are.
/// Else the answer is what such records add, which other lengths than the largest may have to make up.
bool leadsToAll(const Movement &movement, bool isUpward, Values values);

/// A claim at one choice of parameters. Immutable.
class ClaimedAnswer {
public:
  /// An error value if eps or a scale is out of range.
  static Expected<ClaimedAnswer> create(Claim claim);

  /// How far \p answer is on the side of \p threshold that is claimed.
  Rational distanceOf(const Rational &answer, const Rational &threshold) const;
  /// Is the claim true of an answer at \p distance?
  bool isTrueAt(const Rational &distance) const;

  /// The row of one distance. An error value only for one of 2^60 steps and more.
  Expected<ClaimRow> at(const Rational &distance, const Wish &wish = {}) const;
  /// Of several places of one run, in their order. All of it speaks of runs that come so far.
  Expected<std::vector<ClaimRow>> ofRun(const std::vector<Rational> &distances, const Wish &wish = {}) const;
  /// The row of \p distance from \p threshold, which is nothing if it is not known, behind \p before, which
  /// is null in the first one.
  Expected<ClaimRow> behind(const ClaimRow *before, const Rational &distance,
                            const std::optional<Rational> &threshold, const Wish &wish) const;

private:
  struct Laws {
    NoiseLaw low, high;
  };
  ClaimedAnswer(Claim checked, Epsilon low, Epsilon high, std::optional<Laws> noise);

  bool isReal() const { return claim.values == Values::Reals; }
  bool isStrict() const;
  bool isUpward() const;
  bool maybeWrongAt(const std::optional<Rational> &threshold) const;
  bool isMadeOfSteps(const Rational &distance, const std::optional<Rational> &threshold) const;
  std::optional<Error> addSteps(ClaimRow &row, const std::optional<Rational> &threshold,
                                const Wish &wish) const;
  void addWish(ClaimRow &row, const Wish &wish) const;
  Interval givenAt(const Rational &distance) const;

  Claim claim;
  Epsilon leastEps, eps;
  std::optional<Laws> laws;
};

} // namespace plumb::runtime::otp

#endif // PLUMB_RUNTIME_OTP_CLAIMED_ANSWER_H
