// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/certificate.h"

#include <algorithm>
#include <numeric>

namespace plumb::channel {

namespace {

using Bounds = std::vector<std::optional<LowerBound>>;

/// What \p fact says of \p variable, where others are at least what \p known has of them. Nothing if it
/// asks for more than that.
std::optional<LowerBound> lowerBound(const Fact &fact, std::size_t variable, bool isInteger,
                                     const Bounds &known) {
  Rational slope = 0, least = 0;
  bool isStrict = fact.isStrict;
  for (const auto &[monomial, coefficient] : fact.polynomial.terms()) {
    const unsigned degree = std::accumulate(monomial.begin(), monomial.end(), 0u);
    if (degree > 1)
      return std::nullopt;
    if (degree == 0) {
      least -= coefficient;
      continue;
    }
    const auto other =
        static_cast<std::size_t>(std::find(monomial.begin(), monomial.end(), 1) - monomial.begin());
    if (other == variable) {
      slope = coefficient;
      continue;
    }
    if (!known[other] || sgn(coefficient) > 0)
      return std::nullopt;
    least -= coefficient * known[other]->value;
    isStrict = isStrict || known[other]->isStrict;
  }
  if (sgn(slope) <= 0)
    return std::nullopt;
  const Rational value = least / slope;
  if (!isInteger)
    return LowerBound{value, isStrict};
  const Rational whole = -Rational(floorOf(-value));
  return LowerBound{isStrict && whole == value ? Rational(whole + 1) : whole, false};
}

bool isTighter(const LowerBound &a, const LowerBound &b) {
  return a.value > b.value || (a.value == b.value && a.isStrict && !b.isStrict);
}

} // namespace

std::optional<LowerBound> lowerBound(const Fact &fact, std::size_t variable, bool isInteger) {
  return lowerBound(fact, variable, isInteger, Bounds(fact.polynomial.variableCount()));
}

Bounds lowerBounds(const std::vector<Fact> &facts, const std::vector<bool> &isInteger) {
  Bounds all(isInteger.size());
  // First by one fact each, then by those that are bounded so.
  for (std::size_t round = 0; round < all.size(); ++round) {
    const Bounds known = round == 0 ? Bounds(all.size()) : all;
    bool isOpen = false;
    for (std::size_t v = 0; v < all.size(); ++v) {
      if (known[v])
        continue;
      for (const Fact &fact : facts)
        if (const auto bound = lowerBound(fact, v, isInteger[v], known);
            bound && (!all[v] || isTighter(*bound, *all[v])))
          all[v] = bound;
      isOpen = isOpen || !all[v];
    }
    if (!isOpen)
      break;
  }
  return all;
}

/// Is each bound what some fact says, or less?
static bool areBoundsKnown(const Certificate &certificate, const std::vector<Fact> &facts,
                           const std::vector<bool> &isInteger) {
  const Bounds known = lowerBounds(facts, isInteger);
  for (std::size_t v = 0; v < isInteger.size(); ++v) {
    const auto &claimed = certificate.bounds[v];
    if (claimed && (!known[v] || isTighter(*claimed, *known[v])))
      return false;
  }
  return true;
}

bool proves(const Certificate &certificate, const std::vector<Fact> &facts, const Fact &goal,
            const std::vector<bool> &isInteger) {
  const std::size_t count = isInteger.size();
  if (certificate.bounds.size() != count || !areBoundsKnown(certificate, facts, isInteger))
    return false;
  Polynomial sum(count);
  bool isPositive = false;
  for (const Certificate::Summand &summand : certificate.summands) {
    bool hasPositiveTerm = false;
    for (const auto &[monomial, coefficient] : summand.multiplier.terms()) {
      bool isPositiveHere = true;
      for (std::size_t v = 0; v < count; ++v) {
        const auto &bound = certificate.bounds[v];
        if (monomial[v] % 2 == 1 && !bound)
          return false;
        isPositiveHere = isPositiveHere && (monomial[v] == 0 || (bound && bound->isStrict));
      }
      if (sgn(coefficient) < 0)
        return false;
      hasPositiveTerm = hasPositiveTerm || isPositiveHere;
    }
    Polynomial product = summand.multiplier;
    for (std::size_t v = 0; v < count; ++v)
      if (certificate.bounds[v])
        product = product.shifted(v, -certificate.bounds[v]->value);
    for (std::size_t number : summand.facts) {
      product = product * facts.at(number).polynomial;
      hasPositiveTerm = hasPositiveTerm && facts[number].isStrict;
    }
    sum = sum + product;
    isPositive = isPositive || hasPositiveTerm;
  }
  return sum == goal.polynomial && (isPositive || !goal.isStrict);
}

} // namespace plumb::channel
