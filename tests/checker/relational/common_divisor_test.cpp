// SPDX-License-Identifier: Apache-2.0
#include "checker/relational/common_divisor.h"

#include <catch2/catch.hpp>

using namespace plumb;
using relational::commonDivisor;
using relational::Polynomial;
using relational::quotientOf;

namespace {

struct Atoms {
  smt::TermStore store;
  Polynomial one = Polynomial::constant(1), two = Polynomial::constant(2),
             n = Polynomial::atom(store.toReal(store.freshVariable("n", smt::Sort::Int))),
             k = Polynomial::atom(store.toReal(store.freshVariable("k", smt::Sort::Int))),
             p = Polynomial::atom(store.freshVariable("p", smt::Sort::Real));
};

} // namespace

TEST_CASE("a quotient is exact, or there is none") {
  Atoms a;
  CHECK(quotientOf(a.n * a.n - a.one, a.n - a.one) == a.n + a.one);
  CHECK(quotientOf((a.n + a.one) * a.p, a.n + a.one) == a.p);
  CHECK(quotientOf(a.n * a.k * a.two, a.two) == a.n * a.k);
  CHECK(quotientOf(Polynomial(), a.n) == Polynomial());
  CHECK_FALSE(quotientOf(a.n * a.n + a.one, a.n - a.one));
  CHECK_FALSE(quotientOf(a.n + a.one, a.k));
  CHECK_FALSE(quotientOf(a.one, a.n));
}

TEST_CASE("the common divisor is what both were multiplied by") {
  Atoms a;
  const Polynomial divisors[] = {a.n + a.one, a.n * a.k - a.one, a.n - a.k + a.p,
                                 (a.n + a.one) * (a.k + a.two)};
  for (const Polynomial &divisor : divisors) {
    // These two have no factor in common.
    const Polynomial first = divisor * (a.n * a.p + a.one), second = divisor * (a.k + a.p);
    const Polynomial found = commonDivisor(first, second);
    const auto ratio = quotientOf(found, divisor);
    REQUIRE(ratio);
    CHECK(ratio->isConstant());
    CHECK(quotientOf(first, found));
    CHECK(quotientOf(second, found));
  }
  CHECK(commonDivisor(a.n + a.one, a.n - a.one).isConstant());
  CHECK(commonDivisor(a.n + a.one, a.k + a.one).isConstant());
}

TEST_CASE("a common divisor is positive where sizes are large and probabilities small") {
  Atoms a;
  const Polynomial rest = a.one - a.p, count = a.n - a.one;
  CHECK(quotientOf(commonDivisor(rest * a.k, rest * rest), rest)->terms().begin()->second > 0);
  CHECK(quotientOf(commonDivisor(count * a.k, count * count), count)->terms().begin()->second > 0);
}
