// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/fraction.h"

#include <limits>
#include <numeric>

namespace plumb::derivation {

namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

/// \p a * \p b, or nothing: true if it does not fit.
bool overflows(std::int64_t a, std::int64_t b, std::int64_t &product) {
  return __builtin_mul_overflow(a, b, &product) || product == least;
}

bool fits(const mpz_class &number) {
  return number.fits_slong_p() && number.get_si() != least;
}

} // namespace

static_assert(sizeof(long) == sizeof(std::int64_t), "GMP tells of long what fits");

Fraction::Fraction(const mpq_class &number) {
  if (fits(number.get_num()) && fits(number.get_den())) {
    above = number.get_num().get_si();
    below = number.get_den().get_si();
  } else {
    large = std::make_shared<const mpq_class>(number);
  }
}

mpq_class Fraction::exact() const {
  return large ? *large : mpq_class(mpz_class(static_cast<long>(above)), mpz_class(static_cast<long>(below)));
}

mpz_class Fraction::floor() const {
  const mpq_class number = exact();
  mpz_class whole;
  mpz_fdiv_q(whole.get_mpz_t(), number.get_num_mpz_t(), number.get_den_mpz_t());
  return whole;
}

Fraction Fraction::inverse() const {
  if (large)
    return Fraction(mpq_class(1 / *large));
  return above > 0 ? Fraction(below, above) : Fraction(-below, -above);
}

Fraction operator-(const Fraction &number) {
  return number.large ? Fraction(mpq_class(-*number.large)) : Fraction(-number.above, number.below);
}

Fraction operator+(const Fraction &one, const Fraction &other) {
  if (!one.large && !other.large) {
    // a / (g c) + b / (g d) = (a d + b c) / (g c d), which only g may share a factor with.
    const std::int64_t common = std::gcd(one.below, other.below), rest = other.below / common;
    std::int64_t left, right, sum, below;
    if (!overflows(one.above, rest, left) && !overflows(other.above, one.below / common, right) &&
        !__builtin_add_overflow(left, right, &sum) && sum != least) {
      const std::int64_t shared = std::gcd(sum, common);
      if (!overflows(one.below / shared, rest, below))
        return {sum / shared, below};
    }
  }
  return Fraction(mpq_class(one.exact() + other.exact()));
}

Fraction operator*(const Fraction &one, const Fraction &other) {
  if (!one.large && !other.large) {
    const std::int64_t across = std::gcd(one.above, other.below), back = std::gcd(other.above, one.below);
    std::int64_t above, below;
    if (!overflows(one.above / across, other.above / back, above) &&
        !overflows(one.below / back, other.below / across, below))
      return {above, below};
  }
  return Fraction(mpq_class(one.exact() * other.exact()));
}

bool operator==(const Fraction &one, const Fraction &other) {
  if (one.large || other.large)
    return one.large && other.large && *one.large == *other.large;
  return one.above == other.above && one.below == other.below;
}

bool operator<(const Fraction &one, const Fraction &other) {
  if (!one.large && !other.large) {
    std::int64_t left, right;
    if (one.below == other.below)
      return one.above < other.above;
    if (!overflows(one.above, other.below, left) && !overflows(other.above, one.below, right))
      return left < right;
  }
  return one.exact() < other.exact();
}

} // namespace plumb::derivation
