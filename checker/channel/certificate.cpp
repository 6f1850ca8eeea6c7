// SPDX-License-Identifier: Apache-2.0
#include "checker/channel/certificate.h"

#include <algorithm>
#include <numeric>

namespace plumb::channel {

std::optional<LowerBound> lowerBound(const Fact &fact, std::size_t variable, bool isInteger) {
  Rational slope = 0;
  for (const auto &[monomial, coefficient] : fact.polynomial.terms()) {
    const unsigned degree = std::accumulate(monomial.begin(), monomial.end(), 0u);
    if (degree == 0)
      continue;
    if (degree > 1 || monomial[variable] != 1)
      return std::nullopt;
    slope = coefficient;
  }
  if (sgn(slope) <= 0)
    return std::nullopt;
  const Rational value = -fact.polynomial.constantTerm() / slope;
  if (!isInteger)
    return LowerBound{value, fact.isStrict};
  const Rational least = -Rational(floorOf(-value));
  return LowerBound{fact.isStrict && least == value ? Rational(least + 1) : least, false};
}

/// Is each bound what some fact says, or less?
static bool areBoundsKnown(const Certificate &certificate, const std::vector<Fact> &facts,
                           const std::vector<bool> &isInteger) {
  for (std::size_t v = 0; v < isInteger.size(); ++v) {
    const auto &claimed = certificate.bounds[v];
    const auto says = [&](const Fact &fact) {
      const auto known = lowerBound(fact, v, isInteger[v]);
      return known && (known->value > claimed->value ||
                       (known->value == claimed->value && (known->isStrict || !claimed->isStrict)));
    };
    if (claimed && std::none_of(facts.begin(), facts.end(), says))
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
