// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/finite_table.h"

#include <string>
#include <utility>

namespace plumb::runtime {

namespace {

constexpr std::size_t maximalBits = 4096;
constexpr std::size_t maximalSize = std::size_t{1} << 16;
constexpr int maximalExponent = 4096;

bool isOversized(const Rational &value) {
  return mpz_sizeinbase(value.numerator(), 2) > maximalBits ||
         mpz_sizeinbase(value.denominator(), 2) > maximalBits;
}

bool isOversized(const ExpPolynomial &weight) {
  const auto &coefficients = weight.lowestFirst();
  return std::any_of(coefficients.begin(), coefficients.end(),
                     [](const Rational &coefficient) { return isOversized(coefficient); });
}

/// The greatest exponent of e in \p weight.
Rational height(const Rational &eps, const ExpPolynomial &weight) {
  const std::size_t terms = weight.lowestFirst().size();
  return (eps.sign() < 0 ? -eps : eps) * Rational(terms == 0 ? 0 : terms - 1);
}

/// The sign of the weight, or what is wrong with it.
Expected<int> checkedSign(const Rational &eps, const ExpPolynomial &weight, std::size_t j) {
  const std::string name = "weight " + std::to_string(j);
  if (isOversized(weight))
    return Error{name + " has a coefficient of more than 4096 bits"};
  if (height(eps, weight) > maximalExponent)
    return Error{name + " contains an exponential beyond e^4096"};
  const int sign = signAt(weight, eps);
  if (sign < 0)
    return Error{name + " is negative at eps = " + eps.text() + "; weights are multiples of probabilities"};
  return sign;
}

} // namespace

Expected<FiniteTable> FiniteTable::create(const Exact &eps, std::vector<ExpPolynomial> weights) {
  if (weights.empty() || weights.size() > maximalSize)
    return Error{"a finite law needs 1 to 65536 weights; given are " + std::to_string(weights.size())};
  if (isOversized(eps))
    return Error{"eps has a numerator or denominator of more than 4096 bits"};
  bool anyPositive = false;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    const Expected<int> sign = checkedSign(eps, weights[j], j);
    if (!sign)
      return sign.error();
    // What vanishes at eps = 0 weighs nothing; no formal zero is needed.
    if (*sign == 0)
      weights[j] = ExpPolynomial();
    anyPositive = anyPositive || *sign > 0;
  }
  if (!anyPositive)
    return Error{"all weights of a finite law are 0"};
  return FiniteTable(eps, std::move(weights), 64);
}

FiniteTable::FiniteTable(const Rational &eps, std::vector<ExpPolynomial> checked, unsigned leading)
    : exponent(eps), weights(std::move(checked)), leadingBits(leading) {
  std::size_t last = 0;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    total = total + weights[j];
    if (!weights[j].isZero())
      last = j;
  }
  thresholds.reserve(last);
  ExpPolynomial sum;
  for (std::size_t j = 0; j < last; ++j) {
    sum = sum + weights[j];
    thresholds.push_back(ExpRatio(sum, total, exponent).digits(leadingBits, 8, 0));
  }
}

ExpRatio FiniteTable::cumulative(std::size_t j) const {
  ExpPolynomial sum;
  for (std::size_t i = 0; i <= j; ++i)
    sum = sum + weights[i];
  return ExpRatio(std::move(sum), total, exponent);
}

} // namespace plumb::runtime
