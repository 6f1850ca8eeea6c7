// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/logarithmic_geometric.h"

#include <algorithm>

namespace plumb::runtime {

namespace {

constexpr std::size_t mostBits = 256;
constexpr unsigned mostTimes = 64;

std::size_t termsOf(const local::Number &value) {
  return std::max(value.above().lowestFirst().size(), value.below().lowestFirst().size());
}

bool hasLongCoefficients(const ExpPolynomial &polynomial) {
  return std::any_of(polynomial.lowestFirst().begin(), polynomial.lowestFirst().end(),
                     [](const Rational &coefficient) {
                       return mpz_sizeinbase(coefficient.numerator(), 2) > mostBits ||
                              mpz_sizeinbase(coefficient.denominator(), 2) > mostBits;
                     });
}

} // namespace

Expected<LogarithmicOneSidedGeometric> LogarithmicOneSidedGeometric::create(const Logarithm &budget,
                                                                            unsigned times) {
  const local::Powers &powers = budget.powers();
  const local::Number &argument = budget.argument();
  if (times == 0 || times > mostTimes)
    return Error{"a scale with that multiple of a logarithm is not drawn"};
  if (!powers.isBelow(local::Number(1), argument))
    return Error{"the budget is a logarithm that is not above 0"};
  if (hasLongCoefficients(argument.above()) || hasLongCoefficients(argument.below()))
    return Error{"the numbers in the logarithm need more than 256 bits; choose values with fewer digits"};
  // r^(2^n) has about 2^n times as many terms as 1 / t has.
  const auto isTooLong = [](std::size_t terms, std::size_t factor) {
    return (terms - 1) * factor + 1 > mostTerms;
  };
  const Error tooLong{"its law takes polynomials in a power of e of more than 1024 degrees: the budget is "
                      "too small, or exponents have too small a common measure"};
  if (isTooLong(termsOf(argument), times))
    return tooLong;
  const local::Number negligible(Rational(1) / Rational(Wide{1} << 64));
  local::Number ratio = power(argument, -static_cast<long>(times));
  std::vector<local::Coins> lowest;
  // Where no power of e is in it there are no degrees, and digits are counted.
  constexpr std::size_t mostDigits = 10;
  while (!powers.isAtMost(ratio, negligible)) {
    if (isTooLong(termsOf(ratio), 2) || lowest.size() == mostDigits)
      return tooLong;
    lowest.emplace_back(powers, ratio / (1 + ratio));
    ratio = ratio * ratio;
  }
  return LogarithmicOneSidedGeometric(std::move(lowest), local::Coins(powers, ratio));
}

} // namespace plumb::runtime
