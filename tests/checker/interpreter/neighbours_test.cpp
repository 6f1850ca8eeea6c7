// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/neighbours.h"
#include "tests/checker/interpreter/program_text.h"

#include <catch2/catch.hpp>

using namespace plumb;
using interpreter::Numbers;

namespace {

bool neighbours(const std::string &adjacency, const Numbers &first, const Numbers &second) {
  test::ProgramText program(test::withHead("lam ~ laplace(1) align lam' = lam\n output lam", adjacency));
  auto instance = interpreter::Instance::create(
      *program, {{"eps", {1}}, {"n", {static_cast<std::int64_t>(first.size())}}});
  REQUIRE(instance);
  return areNeighbours(*instance, first, second);
}

} // namespace

TEST_CASE("decreasing: D' has at most the answers of D") {
  CHECK(neighbours("f decreasing by 1", {3, 1}, {2, 1}));
  CHECK(neighbours("f decreasing by 1", {3, 1}, {2, 0}));
  CHECK_FALSE(neighbours("f decreasing by 1", {2, 1}, {3, 1}));
  CHECK_FALSE(neighbours("f decreasing by 1", {3, 1}, {1, 1}));
}

TEST_CASE("increasing: D' has at least the answers of D") {
  CHECK(neighbours("f increasing by 2", {1, 1}, {3, 1}));
  CHECK_FALSE(neighbours("f increasing by 2", {3, 1}, {1, 1}));
  CHECK_FALSE(neighbours("f increasing by 2", {1, 1}, {4, 1}));
}

TEST_CASE("changes: both directions, each answer by itself") {
  CHECK(neighbours("f changes by 1", {1, 1}, {0, 2}));
  CHECK_FALSE(neighbours("f changes by 1", {1, 1}, {1, 3}));
}

TEST_CASE("one: a single answer may differ") {
  CHECK(neighbours("one f changes by 1", {1, 1}, {1, 2}));
  CHECK(neighbours("one f changes by 1", {1, 1}, {1, 1}));
  CHECK_FALSE(neighbours("one f changes by 1", {1, 1}, {0, 2}));
}

TEST_CASE("a bound is a term over the parameters, and a negative one allows nothing") {
  CHECK(neighbours("f decreasing by n", {5, 5}, {3, 5}));
  CHECK_FALSE(neighbours("f decreasing by n - 3", {5, 5}, {5, 5}));
}
