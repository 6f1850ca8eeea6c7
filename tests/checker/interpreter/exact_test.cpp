// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/exact.h"
#include "tests/checker/interpreter/fixed_seed.h"

#include <catch2/catch.hpp>
#include <limits>

using namespace plumb;
using interpreter::Exact;

namespace {

Rational rational(std::int64_t numerator, std::int64_t denominator) {
  Rational value(static_cast<long>(numerator), static_cast<long>(denominator));
  value.canonicalize();
  return value;
}

bool isNotZero(std::int64_t word) {
  return word != 0;
}

/// Any 64 bits, and often values at which a machine word overflows.
rc::Gen<std::int64_t> words() {
  using Limits = std::numeric_limits<std::int64_t>;
  return rc::gen::oneOf(
      rc::gen::arbitrary<std::int64_t>(), rc::gen::inRange<std::int64_t>(-5, 6),
      rc::gen::element<std::int64_t>(Limits::max(), Limits::min(), Limits::max() - 1, std::int64_t(1) << 32));
}

} // namespace

TEST_CASE("exact numbers calculate as GMP's rationals do") {
  bool agrees = test::holds([] {
    auto numerator = *words(), other = *words();
    auto denominator = *rc::gen::suchThat(words(), isNotZero),
         otherDenominator = *rc::gen::suchThat(words(), isNotZero);
    Rational p = rational(numerator, denominator), q = rational(other, otherDenominator);
    Exact a(p), b(q);
    RC_ASSERT((a + b).rational() == p + q);
    RC_ASSERT((a - b).rational() == p - q);
    RC_ASSERT((a * b).rational() == p * q);
    RC_ASSERT((-a).rational() == -p);
    RC_ASSERT(a.absolute().rational() == abs(p));
    RC_ASSERT(a.sign() == sgn(p));
    RC_ASSERT((a < b) == (p < q));
    RC_ASSERT((a == b) == (p == q));
    RC_ASSERT(Exact(numerator).rational() == rational(numerator, 1));
    if (sgn(q) != 0)
      RC_ASSERT((a / b).rational() == p / q);
  });
  CHECK(agrees);
}

TEST_CASE("a number that overflowed and came back equals one that never did") {
  Exact large(std::numeric_limits<std::int64_t>::max());
  Exact back = large + large - large;
  CHECK(back == large);
  CHECK(back.toInt64() == std::numeric_limits<std::int64_t>::max());
  CHECK_FALSE((large + large).toInt64());
  CHECK(Exact(std::numeric_limits<std::int64_t>::min()) < 0);
}

TEST_CASE("division of integers leaves a remainder that is not negative") {
  for (std::int64_t a = -7; a <= 7; ++a)
    for (std::int64_t b : {-3, -2, -1, 1, 2, 3}) {
      Exact quotient = interpreter::euclideanQuotient(a, b),
            remainder = interpreter::euclideanRemainder(a, b);
      CAPTURE(a, b);
      CHECK(quotient * b + remainder == Exact(a));
      CHECK(remainder >= 0);
      CHECK(remainder < Exact(b).absolute());
    }
}

TEST_CASE("division of long integers leaves a remainder that is not negative") {
  const Exact long1(Rational("-1267650600228229401496703205653")), long2(Rational("36893488147419103233"));
  for (const Exact &a : {long1, -long1, long2, Exact(-7), Exact(0)})
    for (const Exact &b : {long1, -long1, long2, -long2, Exact(3), Exact(-3)}) {
      Exact quotient = interpreter::euclideanQuotient(a, b),
            remainder = interpreter::euclideanRemainder(a, b);
      CAPTURE(interpreter::toString(a), interpreter::toString(b));
      CHECK(quotient.isIntegral());
      CHECK(quotient * b + remainder == a);
      CHECK(remainder >= 0);
      CHECK(remainder < b.absolute());
    }
}
