// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/local/powers.h"

#include "plumb/runtime/exp_ratio.h"
#include "plumb/runtime/fatal.h"
#include "plumb/runtime/otp/interval.h"

#include <string>

namespace plumb::runtime::local {

namespace {

constexpr long limit = 4096;

ExpPolynomial product(const ExpPolynomial &left, const ExpPolynomial &right) {
  if (left.isZero() || right.isZero())
    return {};
  std::vector<Rational> result(left.lowestFirst().size() + right.lowestFirst().size() - 1);
  for (std::size_t i = 0; i < left.lowestFirst().size(); ++i)
    for (std::size_t j = 0; j < right.lowestFirst().size(); ++j)
      result[i + j] += left.lowestFirst()[i] * right.lowestFirst()[j];
  return ExpPolynomial(std::move(result));
}

bool isOversized(const Rational &value) {
  return mpz_sizeinbase(value.numerator(), 2) > limit || mpz_sizeinbase(value.denominator(), 2) > limit;
}

Rational magnitude(const Rational &value) {
  return value.sign() < 0 ? -value : value;
}

/// The largest rational of which both are whole multiples.
Rational commonMeasure(const Rational &left, const Rational &right) {
  // gcd(a/b, c/d) = gcd(a d, c b) / (b d)
  const Rational a = Rational::copyOf(left.numerator()), b = Rational::copyOf(left.denominator());
  const Rational c = Rational::copyOf(right.numerator()), d = Rational::copyOf(right.denominator());
  mpz_t divisor;
  mpz_init(divisor);
  mpz_gcd(divisor, (a * d).numerator(), (c * b).numerator());
  const Rational above = Rational::copyOf(divisor);
  mpz_clear(divisor);
  return above / (b * d);
}

} // namespace

Number Number::of(ExpPolynomial above, ExpPolynomial below) {
  if (below.isZero())
    return undefined();
  return Number(Quotient{std::move(above), std::move(below)});
}

Number Number::power(long k) {
  const auto steps = static_cast<std::size_t>(k < 0 ? -k : k);
  return k < 0 ? of(ExpPolynomial(1), ExpPolynomial::power(steps))
               : of(ExpPolynomial::power(steps), ExpPolynomial(1));
}

Number operator+(const Number &left, const Number &right) {
  if (!left.isDefined() || !right.isDefined())
    return Number::undefined();
  if (left.below() == right.below())
    return Number::of(left.above() + right.above(), left.below());
  return Number::of(product(left.above(), right.below()) + product(right.above(), left.below()),
                    product(left.below(), right.below()));
}

Number operator-(const Number &left, const Number &right) {
  return left + Number(-1) * right;
}

Number operator*(const Number &left, const Number &right) {
  if (!left.isDefined() || !right.isDefined())
    return Number::undefined();
  return Number::of(product(left.above(), right.above()), product(left.below(), right.below()));
}

Number operator/(const Number &left, const Number &right) {
  if (!left.isDefined() || !right.isDefined())
    return Number::undefined();
  if (left.below() == right.below())
    return Number::of(left.above(), right.above());
  return Number::of(product(left.above(), right.below()), product(left.below(), right.above()));
}

bool operator==(const Number &left, const Number &right) {
  return left.isDefined() && right.isDefined() &&
         product(left.above(), right.below()) == product(right.above(), left.below());
}

Number power(const Number &base, long k) {
  Number result(1);
  for (long i = 0; i < (k < 0 ? -k : k); ++i)
    result = result * base;
  return k < 0 ? Number(1) / result : result;
}

Expected<Powers> Powers::create(const std::vector<Rational> &exponents) {
  Rational unit;
  for (const Rational &exponent : exponents) {
    if (isOversized(exponent))
      return Error{"an exponent has a numerator or denominator of more than 4096 bits"};
    if (magnitude(exponent) > limit)
      return Error{"e^(" + exponent.text() + ") is beyond e^4096"};
    unit = commonMeasure(unit, exponent);
  }
  for (const Rational &exponent : exponents)
    if (magnitude(exponent) > Rational(limit) * unit)
      return Error{"the exponents, such as " + exponent.text() +
                   ", have no common measure of which each is a multiple by at most 4096; choose "
                   "values with smaller denominators"};
  return Powers(std::move(unit));
}

Number Powers::exp(const Rational &exponent) const {
  if (exponent.sign() == 0)
    return Number(1);
  if (measure.sign() == 0)
    abortWith("a power of e that was not announced");
  const Rational multiple = exponent / measure;
  if (mpz_cmp_ui(multiple.denominator(), 1) != 0 || magnitude(multiple) > 16 * limit)
    abortWith("a power of e that was not announced");
  return Number::power(mpz_get_si(multiple.numerator()));
}

/// P(E), enclosed.
static otp::Interval valueOf(const ExpPolynomial &polynomial, const otp::Interval &base) {
  otp::Interval sum(0);
  const auto &lowestFirst = polynomial.lowestFirst();
  for (auto coefficient = lowestFirst.rbegin(); coefficient != lowestFirst.rend(); ++coefficient)
    sum = sum * base + otp::Interval(*coefficient);
  return sum;
}

static otp::Interval baseOf(const Rational &measure) {
  return exp(otp::Interval(measure));
}

Expected<Powers::Bracket> Powers::logarithm(const Number &value) const {
  if (!value.isDefined() || sign(value) <= 0)
    return Error{"a logarithm of what is not positive"};
  const Rational turn(signAt(value.below(), measure));
  const otp::Interval base = baseOf(measure);
  const otp::Interval above = valueOf(turn * value.above(), base),
                      below = valueOf(turn * value.below(), base);
  if (!above.above(Rational(0)) || !below.above(Rational(0)))
    return Error{"a logarithm of what is too close to zero"};
  const otp::Interval result = log(above) - log(below);
  const auto low = result.lower(), high = result.upper();
  if (!low || !high)
    return Error{"a logarithm of what is too large"};
  return Bracket{*low, *high};
}

int Powers::sign(const Number &value) const {
  return signAt(value.above(), measure) * signAt(value.below(), measure);
}

bool Powers::isBelow(const Number &left, const Number &right) const {
  const Number difference = left - right;
  return difference.isDefined() && sign(difference) < 0;
}

bool Powers::isAtMost(const Number &left, const Number &right) const {
  const Number difference = left - right;
  return difference.isDefined() && sign(difference) <= 0;
}

bool Powers::isEqual(const Number &left, const Number &right) const {
  return left == right;
}

bool isPowerBelow(const Rational &x, const Number &a, const Number &b) {
  const auto powers = Powers::create({x});
  return powers && powers->isBelow(powers->exp(x) * a, b);
}

bool isPowerAtMost(const Rational &x, const Number &a, const Number &b) {
  const auto powers = Powers::create({x});
  return powers && powers->isAtMost(powers->exp(x) * a, b);
}

bool isPowerEqual(const Rational &x, const Number &a, const Number &b) {
  const auto powers = Powers::create({x});
  return powers && powers->isEqual(powers->exp(x) * a, b);
}

} // namespace plumb::runtime::local
