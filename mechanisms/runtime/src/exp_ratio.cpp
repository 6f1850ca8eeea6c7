// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/exp_ratio.h"

#include "real.h"

#include <algorithm>

namespace plumb::runtime {

namespace {

/// A real number between two MPFR numbers of one precision.
struct Interval {
  explicit Interval(mpfr_prec_t precision) : low(precision), high(precision) {
    mpfr_set_zero(low, 1);
    mpfr_set_zero(high, 1);
  }
  Real low, high;
};

/// value * factor + summand, in place, for 0 < factor.
void multiplyAdd(Interval &value, const Interval &factor, const Rational &summand) {
  // The end of the factor that makes a product small depends on the sign.
  mpfr_mul(value.low, value.low, mpfr_sgn(mpfr_srcptr(value.low)) < 0 ? factor.high : factor.low, MPFR_RNDD);
  mpfr_mul(value.high, value.high, mpfr_sgn(mpfr_srcptr(value.high)) < 0 ? factor.low : factor.high,
           MPFR_RNDU);
  const Quotient exact(summand);
  mpfr_add_q(value.low, value.low, exact.get(), MPFR_RNDD);
  mpfr_add_q(value.high, value.high, exact.get(), MPFR_RNDU);
}

/// P(e^eps) by Horner's rule.
void evaluate(Interval &value, const ExpPolynomial &polynomial, const Rational &eps, mpfr_prec_t precision) {
  Interval e(precision);
  const Quotient exact(eps);
  mpfr_set_q(e.low, exact.get(), MPFR_RNDD);
  mpfr_set_q(e.high, exact.get(), MPFR_RNDU);
  mpfr_exp(e.low, e.low, MPFR_RNDD);
  mpfr_exp(e.high, e.high, MPFR_RNDU);
  const auto &lowestFirst = polynomial.lowestFirst();
  for (auto coefficient = lowestFirst.rbegin(); coefficient != lowestFirst.rend(); ++coefficient)
    multiplyAdd(value, e, *coefficient);
}

Rational sumOfCoefficients(const ExpPolynomial &polynomial) {
  Rational sum;
  for (const Rational &coefficient : polynomial.lowestFirst())
    sum += coefficient;
  return sum;
}

/// c if P = c Q as polynomials, or as numbers where eps = 0.
std::optional<Rational> rationalQuotient(const ExpPolynomial &p, const ExpPolynomial &q,
                                         const Rational &eps) {
  if (eps.sign() == 0)
    return sumOfCoefficients(p) / sumOfCoefficients(q);
  if (p.isZero())
    return Rational(0);
  if (p.lowestFirst().size() != q.lowestFirst().size())
    return std::nullopt;
  const Rational quotient = p.lowestFirst().back() / q.lowestFirst().back();
  if (quotient * q == p)
    return quotient;
  return std::nullopt;
}

/// floor(2^bits value) for 0 <= value.
Natural scaledFloor(const Rational &value, std::size_t bits) {
  return (Natural::copyOf(value.numerator()) << static_cast<unsigned>(bits)) /
         Natural::copyOf(value.denominator());
}

std::uint64_t lowest(const Natural &value, unsigned bits) {
  return static_cast<std::uint64_t>(value) & (~std::uint64_t{0} >> (64 - bits));
}

} // namespace

ExpPolynomial operator+(const ExpPolynomial &left, const ExpPolynomial &right) {
  std::vector<Rational> sum(std::max(left.coefficients.size(), right.coefficients.size()));
  for (std::size_t i = 0; i < left.coefficients.size(); ++i)
    sum[i] += left.coefficients[i];
  for (std::size_t i = 0; i < right.coefficients.size(); ++i)
    sum[i] += right.coefficients[i];
  return ExpPolynomial(std::move(sum));
}

ExpPolynomial operator*(const Rational &factor, const ExpPolynomial &right) {
  std::vector<Rational> product = right.coefficients;
  for (Rational &coefficient : product)
    coefficient *= factor;
  return ExpPolynomial(std::move(product));
}

int signAt(const ExpPolynomial &polynomial, const Rational &eps) {
  if (polynomial.isZero())
    return 0;
  if (eps.sign() == 0)
    return sumOfCoefficients(polynomial).sign();
  for (mpfr_prec_t precision = 128;; precision *= 2) {
    Interval value(precision);
    evaluate(value, polynomial, eps, precision);
    mpfr_free_cache();
    if (mpfr_sgn(mpfr_srcptr(value.low)) > 0)
      return 1;
    if (mpfr_sgn(mpfr_srcptr(value.high)) < 0)
      return -1;
  }
}

ExpRatio::ExpRatio(ExpPolynomial p, ExpPolynomial q, const Rational &eps)
    : numerator(std::move(p)), denominator(std::move(q)), exponent(eps),
      constant(rationalQuotient(numerator, denominator, exponent)) {}

std::uint64_t ExpRatio::digits(unsigned leadingBits, unsigned laterBits, std::size_t block) const {
  const std::size_t bits = leadingBits + laterBits * block;
  const unsigned wanted = block == 0 ? leadingBits : laterBits;
  if (constant)
    return lowest(scaledFloor(*constant, bits), wanted);
  for (auto precision = static_cast<mpfr_prec_t>(bits + 64);; precision *= 2) {
    Interval p(precision), q(precision);
    evaluate(p, numerator, exponent, precision);
    evaluate(q, denominator, exponent, precision);
    if (mpfr_sgn(mpfr_srcptr(p.low)) < 0 || mpfr_sgn(mpfr_srcptr(q.low)) <= 0)
      continue;
    mpfr_div(p.low, p.low, q.high, MPFR_RNDD);
    mpfr_div(p.high, p.high, q.low, MPFR_RNDU);
    const Natural low = scaledFloor(p.low, bits);
    if (low == scaledFloor(p.high, bits)) {
      mpfr_free_cache(); // the calling thread may end without doing so
      return lowest(low, wanted);
    }
  }
}

bool ExpRatio::endsWithin(std::size_t bits) const {
  if (!constant)
    return false;
  const Natural scaled = Natural::copyOf(constant->numerator()) << static_cast<unsigned>(bits);
  return scaled % Natural::copyOf(constant->denominator()) == Natural(0);
}

} // namespace plumb::runtime
