// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/obligation_maker.h"

#include <algorithm>
#include <utility>

namespace plumb::channel {

using ir::Relation;

/// So many products for one pair of inputs; beyond that bits cannot be told apart by bounds.
static constexpr std::size_t mostProducts = 1024;

/// A bit j that neither x nor x' hits has the same law for both, so that two inputs differ only in the bits
/// that one of them hits. Proved for the table at hand: a rule may well ask for the class of x.
void ObligationMaker::untouchedBits() {
  const std::vector<Number> inputs = inputsOf(channel);
  for (Number output : channel.outputs)
    for (std::size_t i = 0; i < inputs.size(); ++i)
      for (std::size_t k = i + 1; k < inputs.size(); ++k)
        untouchedBits(inputs[i], inputs[k], output);
}

void ObligationMaker::untouchedBits(Number left, Number right, Number output) {
  const auto untouched = [&](Number input) {
    return Cell{input, relationsBetween(channel, input, output).back()};
  };
  const Cell first = untouched(left), other = untouched(right);
  LeastSizes sizes = sizesFor(first, output);
  atLeast(sizes, sizesFor(other, output));
  const Entry a = entry(first, output), b = entry(other, output);
  for (bool isLeast : {true, false}) {
    const Entry &greater = isLeast ? a : b, &lesser = isLeast ? b : a;
    add("untouched." + className(output) + "." + className(left) + "." + className(right) +
            (isLeast ? ".least" : ".most"),
        "bits of " + className(output) + " that neither input hits have one law for x in " + className(left) +
            " and for x in " + className(right),
        {isLeast ? Topic::UntouchedLeast : Topic::UntouchedMost,
         left,
         right,
         output,
         first.relation,
         other.relation,
         {},
         sizes},
        greater.value, lesser.value, lesser.range);
  }
}

void ObligationMaker::bitRatios(const Notion &notion) {
  for (Number left : inputsOf(channel))
    for (Number right : inputsOf(channel))
      if (compares(notion, left)) {
        LeastSizes sizes{{left, left == right ? 2u : 1u}};
        atLeast(sizes, {{right, 1u}});
        if (factsFor(sizes))
          bitRatios(notion, {left, right, std::move(sizes)});
      }
}

/// What x in class \p left and a different x' in class \p right touch in a class of outputs: the sets of
/// bits, their values left open. Images of both in one class may be the same bit or two.
static std::vector<std::vector<TouchedBit>> touchedBits(const ir::Channel &channel, std::size_t left,
                                                        std::size_t right, std::size_t output) {
  const auto relations = [&](std::size_t input) { return relationsBetween(channel, input, output); };
  const Relation a = relations(left).front(), b = relations(right).front();
  const bool isHitA = a == Relation::Hit, isHitB = b == Relation::Hit;
  std::vector<TouchedBit> apart;
  if (isHitA)
    apart.push_back({a, relations(right).back(), false});
  if (isHitB)
    apart.push_back({relations(left).back(), b, false});
  const bool isIdentity = left == output && right == output;
  if (isHitA && isHitB && !isIdentity)
    return {apart, {{a, b, false}}};
  return {apart};
}

ObligationMaker::Weighed ObligationMaker::weighed(BitChoice choice, const Pair &pair) {
  Weighed result{std::move(choice), algebra.constant(1), algebra.constant(1), 0};
  const std::size_t output = result.choice.output;
  const auto law = [&](Number input, Relation relation, bool isSet) {
    const Fraction one = entry({input, relation}, output).value;
    return isSet ? one : algebra.constant(1) - one;
  };
  for (const TouchedBit &bit : result.choice.bits) {
    result.left = result.left * law(pair.left, bit.left, bit.isSet);
    result.right = result.right * law(pair.right, bit.right, bit.isSet);
    const bool isOther = bit.left == Relation::Miss || bit.right == Relation::Miss;
    result.least = std::max(result.least, isOther ? 2u : 1u);
  }
  return result;
}

/// Every touched bit with every value that is asked about: outside of the protected classes a 1 is not.
std::vector<ObligationMaker::Weighed> ObligationMaker::weighedChoices(const Notion &notion, const Pair &pair,
                                                                      Number output) {
  std::vector<Weighed> choices;
  for (const std::vector<TouchedBit> &way : touchedBits(channel, pair.left, pair.right, output)) {
    std::vector<BitChoice> valued{{output, {}}};
    for (TouchedBit bit : way) {
      const std::vector<BitChoice> shorter = std::exchange(valued, {});
      for (const BitChoice &start : shorter)
        for (bool isSet : {false, true})
          if (!isSet || isGuarded(notion, output)) {
            bit.isSet = isSet;
            valued.push_back(start);
            valued.back().bits.push_back(bit);
          }
    }
    for (BitChoice &choice : valued) {
      Weighed found = weighed(std::move(choice), pair);
      if (!isTooSmall(channel, output, found.least))
        choices.push_back(std::move(found));
    }
  }
  return choices;
}

LeastSizes ObligationMaker::sizesWith(const Pair &pair, Number output, unsigned least) const {
  LeastSizes sizes = pair.sizes;
  if (least > 0)
    atLeast(sizes, {{output, least}});
  return sizes;
}

bool ObligationMaker::isNoLarger(const Weighed &lesser, const Weighed &greater,
                                 const std::vector<Fact> &facts) const {
  return guess(facts, {greater.left.signOfDifference(lesser.left), false}) &&
         guess(facts, {lesser.right.signOfDifference(greater.right), false}) &&
         (!mayBeNoProbability(lesser, greater) ||
          guess(facts, {greater.right.signOfDifference(algebra.constant(0)), false}));
}

bool ObligationMaker::isNoMoreTelling(const Weighed &lesser, const Weighed &greater,
                                      const std::vector<Fact> &facts) const {
  return guess(facts, {greater.right.signOfDifference(algebra.constant(0)), true}) &&
         guess(facts, {(greater.left * lesser.right).signOfDifference(lesser.left * greater.right), false});
}

/// With fewer members than \p greater needs, its laws are terms of which nothing is known.
bool ObligationMaker::mayBeNoProbability(const Weighed &lesser, const Weighed &greater) {
  return lesser.least < greater.least;
}

bool ObligationMaker::isDefined(const Weighed &choice, const std::vector<Fact> &facts) const {
  const std::set<Polynomial> divisors = (choice.left * choice.right).divisors;
  return std::all_of(divisors.begin(), divisors.end(), [&](const Polynomial &divisor) {
    return guess(facts, {divisor, true});
  });
}

/// Few choices that bound all others, the one that bounds most first.
void ObligationMaker::chooseBounders(std::vector<Weighed> &choices, const Pair &pair) const {
  const std::size_t count = choices.size();
  std::vector<std::vector<bool>> bounds(count, std::vector<bool>(count));
  for (std::size_t lesser = 0; lesser < count; ++lesser) {
    const auto facts = factsFor(sizesWith(pair, choices[lesser].choice.output, choices[lesser].least));
    for (std::size_t greater = 0; greater < count; ++greater)
      bounds[greater][lesser] =
          greater == lesser || (facts && isDefined(choices[greater], *facts) &&
                                (isNoLarger(choices[lesser], choices[greater], *facts) ||
                                 isNoMoreTelling(choices[lesser], choices[greater], *facts)));
  }
  std::vector<bool> isOpen(count, true);
  const auto gain = [&](std::size_t greater) {
    std::size_t sum = 0;
    for (std::size_t lesser = 0; lesser < count; ++lesser)
      sum += isOpen[lesser] && bounds[greater][lesser] ? 1 : 0;
    return sum;
  };
  for (std::size_t left = count; left > 0;) {
    std::size_t best = 0;
    for (std::size_t greater = 1; greater < count; ++greater)
      // A bounder has to be open itself, or it would have to be bounded too.
      if (isOpen[greater] && (!isOpen[best] || gain(greater) > gain(best)))
        best = greater;
    for (std::size_t lesser = 0; lesser < count; ++lesser)
      if (isOpen[lesser] && bounds[best][lesser]) {
        isOpen[lesser] = false;
        choices[lesser].bounder = best;
        --left;
      }
  }
}

/// "the bits of S that x and x' hit are 1, 0"
std::string ObligationMaker::described(const BitChoice &choice) const {
  std::string text;
  for (const TouchedBit &bit : choice.bits) {
    const char *hitter = bit.left != Relation::Hit ? "x'" : bit.right != Relation::Hit ? "x" : "x and x'";
    text += "; the bit of " + className(choice.output) + " that " + hitter + " hits is " +
            (bit.isSet ? "1" : "0");
  }
  return text;
}

/// Let (a, b) be the probabilities of the lesser choice of each class, (A, B) those of the greater. If the
/// product of all A is at most K times that of all B, then so it is for all a and b, provided that a <= A and
/// 0 <= B <= b, or a B <= A b and B > 0. For if no a is 0, then all A are positive, so all B are, and a / b
/// <= A / B. (Two B below 0 would be positive together.)
void ObligationMaker::bounded(const Weighed &lesser, const Weighed &greater, const Pair &pair,
                              SourceRange range) {
  const Number output = lesser.choice.output;
  const LeastSizes sizes = sizesWith(pair, output, lesser.least);
  const auto guard = [&](Topic topic) {
    return Guard{topic, pair.left, pair.right, output, {}, {}, {lesser.choice, greater.choice}, sizes};
  };
  const std::string name =
      "bits." + className(pair.left) + "." + className(pair.right) + "." + className(output);
  const std::string text =
      "x in " + className(pair.left) + ", x' in " + className(pair.right) + described(lesser.choice) + ": ";
  const std::string other = " where" + described(greater.choice).substr(1);
  addDefined(name, text + "divisors", sizes, greater.left * greater.right, range);
  if (isNoLarger(lesser, greater, *factsFor(sizes))) {
    add(name + ".most", text + "no more likely for x than" + other, guard(Topic::NoMoreLikely), greater.left,
        lesser.left, range);
    add(name + ".least", text + "no less likely for x' than" + other, guard(Topic::NoLessLikely),
        lesser.right, greater.right, range);
    if (mayBeNoProbability(lesser, greater))
      add(name + ".nonnegative", text + "not below 0 is, for x', that" + other, guard(Topic::NotNegative),
          greater.right, algebra.constant(0), range);
    return;
  }
  add(name + ".possible", text + "x' allows what bounds it," + other, guard(Topic::Possible), greater.right,
      algebra.constant(0), range, /*isStrict=*/true);
  add(name, text + "the ratio of both probabilities is at most that" + other, guard(Topic::NoMoreTelling),
      greater.left * lesser.right, lesser.left * greater.right, range);
}

/// The value without a denominator, which both sides of an inequality have and is positive.
static Fraction numeratorOf(const Fraction &value) {
  Fraction numerator = Fraction::of(value.numerator);
  numerator.divisors = value.divisors;
  return numerator;
}

/// All other bits have one law for both inputs (see untouchedBits()): the same factor on both sides.
void ObligationMaker::product(const std::vector<const Weighed *> &choices, const Pair &pair,
                              SourceRange range) {
  Fraction left = algebra.constant(1), right = algebra.constant(1);
  Guard guard{Topic::BitRatio, pair.left, pair.right, 0, {}, {}, {}, pair.sizes};
  std::string name = "ratio." + className(pair.left) + "." + className(pair.right), text;
  for (const Weighed *weighed : choices) {
    const bool isAlike = weighed->left.denominator == weighed->right.denominator;
    left = left * (isAlike ? numeratorOf(weighed->left) : weighed->left);
    right = right * (isAlike ? numeratorOf(weighed->right) : weighed->right);
    guard.choices.push_back(weighed->choice);
    guard.sizes = [&] {
      LeastSizes sizes = guard.sizes;
      atLeast(sizes, sizesWith(pair, weighed->choice.output, weighed->least));
      return sizes;
    }();
    text += described(weighed->choice);
  }
  add(name,
      "Q(y|x) <= e^budget Q(y|x') for x in " + className(pair.left) + ", x' in " + className(pair.right) +
          text,
      std::move(guard), *bound * right, left, range);
}

void ObligationMaker::bitRatios(const Notion &notion, const Pair &pair) {
  std::vector<std::vector<Weighed>> classes;
  for (Number output : channel.outputs) {
    classes.push_back(weighedChoices(notion, pair, output));
    if (classes.back().empty())
      return; // Too few members for two inputs.
    chooseBounders(classes.back(), pair);
  }
  std::vector<std::vector<const Weighed *>> products{{}};
  for (std::vector<Weighed> &choices : classes) {
    for (Weighed &choice : choices) {
      Weighed &greater = choices[choice.bounder];
      if (&greater == &choice)
        continue;
      bounded(choice, greater, pair, notion.range);
    }
    // What bounds a choice that fewer members have counts for fewer members.
    for (Weighed &choice : choices) {
      unsigned &least = choices[choice.bounder].least;
      least = std::min(least, choice.least);
    }
    const std::vector<std::vector<const Weighed *>> shorter = std::exchange(products, {});
    for (const auto &start : shorter)
      for (std::size_t i = 0; i < choices.size(); ++i)
        if (choices[i].bounder == i) {
          products.push_back(start);
          products.back().push_back(&choices[i]);
        }
    if (products.size() > mostProducts)
      throw TooLarge(
          "x in " + className(pair.left) + " and x' in " + className(pair.right) +
          " differ in bits of too many classes: more than " + std::to_string(mostProducts) +
          " of their values may be the worst, since requirements do not say which are more telling");
  }
  for (const auto &choices : products)
    product(choices, pair, notion.range);
}

} // namespace plumb::channel
