// SPDX-License-Identifier: Apache-2.0
#include "checker/noise/distribution.h"

#include <catch2/catch.hpp>

using namespace plumb;

namespace {

bool inSupport(ir::Law law, long draw) {
  smt::TermStore store;
  return noise::distribution(law).inSupport(store, store.integer(draw)).op() == smt::Operator::True;
}

} // namespace

TEST_CASE("two-sided noise may be any number") {
  CHECK(inSupport(ir::Law::Laplace, -5));
  CHECK(inSupport(ir::Law::Laplace, 5));
}

TEST_CASE("one-sided noise is at least 0, mirrored noise at most 0") {
  CHECK(inSupport(ir::Law::Exponential, 0));
  CHECK(inSupport(ir::Law::Exponential, 3));
  CHECK_FALSE(inSupport(ir::Law::Exponential, -1));
  CHECK(inSupport(ir::Law::NegExponential, 0));
  CHECK(inSupport(ir::Law::NegExponential, -3));
  CHECK_FALSE(inSupport(ir::Law::NegExponential, 1));
}

TEST_CASE("what a shift moves is its absolute value") {
  smt::TermStore store;
  CHECK(noise::movedBy(store, store.integer(-3)) == store.integer(3));
  CHECK(noise::movedBy(store, store.integer(3)) == store.integer(3));
}
