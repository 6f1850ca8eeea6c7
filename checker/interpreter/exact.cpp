// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/exact.h"

#include <cassert>
#include <limits>
#include <numeric>

namespace plumb::interpreter {

static_assert(sizeof(long) == sizeof(std::int64_t), "GMP's signed long entry points carry 64 bits");

static bool fits(const Integer &value) {
  return value.fits_slong_p() && value.get_si() != std::numeric_limits<std::int64_t>::min();
}

void Exact::keepBig(std::int64_t value) {
  numerator = 0;
  big = std::make_unique<Rational>(Integer(static_cast<long>(value)));
}

Exact::Exact(const Rational &value) {
  if (fits(value.get_num()) && fits(value.get_den())) {
    numerator = value.get_num().get_si();
    denominator = value.get_den().get_si();
  } else {
    big = std::make_unique<Rational>(value);
  }
}

Exact &Exact::operator=(const Exact &other) {
  if (this == &other)
    return *this;
  numerator = other.numerator;
  denominator = other.denominator;
  if (other.big)
    big = std::make_unique<Rational>(*other.big);
  else
    big.reset();
  return *this;
}

std::size_t Exact::bits() const {
  return big ? mpz_sizeinbase(big->get_num_mpz_t(), 2) + mpz_sizeinbase(big->get_den_mpz_t(), 2) : 0;
}

std::optional<Exact> Exact::small(std::int64_t numerator, std::int64_t denominator) {
  if (numerator == smallest || denominator == smallest)
    return std::nullopt;
  if (denominator < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  Exact value;
  std::int64_t common = denominator == 1 ? 1 : std::gcd(numerator, denominator);
  value.numerator = numerator / common;
  value.denominator = denominator / common;
  return value;
}

Rational Exact::rational() const {
  if (big)
    return *big;
  return Rational(static_cast<long>(numerator), static_cast<unsigned long>(denominator));
}

Exact Exact::opposite() const {
  return Exact(Rational(-rational()));
}

Exact Exact::plus(const Exact &b) const {
  const Exact &a = *this;
  if (!a.big && !b.big) {
    std::int64_t sum = 0, left = 0, right = 0, below = 0;
    if (a.denominator == b.denominator) {
      if (!__builtin_add_overflow(a.numerator, b.numerator, &sum))
        if (auto value = Exact::small(sum, a.denominator))
          return *value;
    } else if (!__builtin_mul_overflow(a.numerator, b.denominator, &left) &&
               !__builtin_mul_overflow(b.numerator, a.denominator, &right) &&
               !__builtin_mul_overflow(a.denominator, b.denominator, &below) &&
               !__builtin_add_overflow(left, right, &sum)) {
      if (auto value = Exact::small(sum, below))
        return *value;
    }
  }
  return Exact(Rational(a.rational() + b.rational()));
}

Exact Exact::times(const Exact &b) const {
  const Exact &a = *this;
  if (!a.big && !b.big) {
    std::int64_t above = 0, below = 0;
    if (!__builtin_mul_overflow(a.numerator, b.numerator, &above) &&
        !__builtin_mul_overflow(a.denominator, b.denominator, &below))
      if (auto value = Exact::small(above, below))
        return *value;
  }
  return Exact(Rational(a.rational() * b.rational()));
}

Exact operator/(const Exact &a, const Exact &b) {
  assert(!b.isZero() && "the caller has excluded division by zero");
  if (!a.big && !b.big) {
    std::int64_t above = 0, below = 0;
    if (!__builtin_mul_overflow(a.numerator, b.denominator, &above) &&
        !__builtin_mul_overflow(a.denominator, b.numerator, &below))
      if (auto value = Exact::small(above, below))
        return *value;
  }
  return Exact(Rational(a.rational() / b.rational()));
}

std::strong_ordering Exact::compared(const Exact &b) const {
  const Exact &a = *this;
  if (!a.big && !b.big) {
    if (a.denominator == b.denominator)
      return a.numerator <=> b.numerator;
    std::int64_t left = 0, right = 0;
    if (!__builtin_mul_overflow(a.numerator, b.denominator, &left) &&
        !__builtin_mul_overflow(b.numerator, a.denominator, &right))
      return left <=> right;
  }
  int order = cmp(a.rational(), b.rational());
  return order <=> 0;
}

// Both without a fraction of the two: its lowest terms cost many times the quotient of long numbers.

Exact euclideanQuotient(const Exact &a, const Exact &b) {
  assert(a.isIntegral() && b.isIntegral() && !b.isZero());
  if (!a.big && !b.big) {
    std::int64_t quotient = a.numerator / b.numerator;
    if (a.numerator % b.numerator < 0)
      quotient -= b.sign();
    return quotient;
  }
  const Rational above = a.rational(), below = b.rational();
  Integer quotient;
  // With b > 0 the floor of a / b leaves 0 <= r < b, with b < 0 the ceiling leaves 0 <= r < -b.
  if (b.sign() > 0)
    mpz_fdiv_q(quotient.get_mpz_t(), above.get_num_mpz_t(), below.get_num_mpz_t());
  else
    mpz_cdiv_q(quotient.get_mpz_t(), above.get_num_mpz_t(), below.get_num_mpz_t());
  return Exact(Rational(quotient));
}

Exact euclideanRemainder(const Exact &a, const Exact &b) {
  assert(a.isIntegral() && b.isIntegral() && !b.isZero());
  if (!a.big && !b.big) {
    std::int64_t remainder = a.numerator % b.numerator;
    return remainder < 0 ? Exact(remainder + b.absolute().numerator) : Exact(remainder);
  }
  const Rational above = a.rational(), below = b.rational();
  Integer remainder;
  mpz_mod(remainder.get_mpz_t(), above.get_num_mpz_t(), below.get_num_mpz_t());
  return Exact(Rational(remainder));
}

std::uint64_t stepsToDivide(const Exact &a, const Exact &b) {
  constexpr std::uint64_t bitsOfAWord = 64, wordsOfAStep = 64;
  const std::uint64_t above = a.bits() / bitsOfAWord, below = b.bits() / bitsOfAWord;
  return above + below + above * below / wordsOfAStep;
}

std::string toString(const Exact &value) {
  return plumb::toString(value.rational());
}

} // namespace plumb::interpreter
