// SPDX-License-Identifier: Apache-2.0
#include "tests/frontend/sema/analyzed.h"

#include <catch2/catch.hpp>

using namespace plumb;
using namespace plumb::test;

static ir::Sort sortOfLocal(const std::string &value) {
  Analyzed analyzed(around("a := " + value + "\noutput 0"));
  INFO(value);
  REQUIRE(analyzed.mistakes() == Told{});
  for (const auto &variable : analyzed.only().variables)
    if (variable->name == "a")
      return variable->sort;
  FAIL("no local");
  return {};
}

TEST_CASE("sorts of values") {
  CHECK(sortOfLocal("1") == ir::Sort::Int);
  CHECK(sortOfLocal("1.0") == ir::Sort::Real);
  CHECK(sortOfLocal("k div 2 + k mod 2") == ir::Sort::Int);
  CHECK(sortOfLocal("k / 2") == ir::Sort::Real);
  CHECK(sortOfLocal("k < 2") == ir::Sort::Bool);
  CHECK(sortOfLocal("max(k, x)") == ir::Sort::Real);
  CHECK(sortOfLocal("b ? 1 : 2.5") == ir::Sort::Real);
  CHECK(sortOfLocal("abs(g)") == ir::Sort::Int);
  CHECK(sortOfLocal("real(g) + x") == ir::Sort::Real);
  CHECK(sortOfLocal("not b") == ir::Sort::Bool);
  CHECK(sortOfLocal("-q") == ir::Sort::Real);
}

TEST_CASE("a public int turns into a real by itself") {
  for (std::string value : {"x + 1", "k * x", "x < T[0]", "n / eps", "-1 + q", "x = k", "q + (b ? 1 : 0)"})
    CHECK(mistakesIn("a := " + value + " output 0").empty());
  CHECK(mistakesIn("for i in 0 .. n { output x * i }").empty());
  CHECK(mistakesIn("a := 0.5 a := 1 a := n output 0").empty());
}

TEST_CASE("an int that is not public meets a real only in words") {
  CHECK(mistakesIn("output g + x") == Told{"MixedSorts `g`"});
  CHECK(mistakesIn("output x < f[0]") == Told{"MixedSorts `f[0]`"});
  CHECK(mistakesIn("output g / 2") == Told{"MixedSorts `g`"});
  CHECK(mistakesIn("c := 0 output T[c] + x") == Told{"MixedSorts `T[c]`"});
  CHECK(mistakesIn("c := 0 a := 0.5 a := c output 0") == Told{"MixedSorts `c`"});
  CHECK(mistakesIn("c := 1 lam ~ laplace(c) align lam' = lam output 0") == Told{"MixedSorts `c`"});
  CHECK(mistakesIn("output real(g) + x").empty());
  Analyzed analyzed(around("output g + x"));
  CHECK(analyzed.sink.diagnostics()[0].help.text ==
        "write `real(g)` if that is meant, or declare `x` as an int");
}

TEST_CASE("a real never turns into an int") {
  CHECK(mistakesIn("output T[x]") == Told{"SortMismatch `x`"});
  CHECK(mistakesIn("output x div 2") == Told{"SortMismatch `x`"});
  CHECK(mistakesIn("for i in 0 .. n / 2 { output 0 }") == Told{"SortMismatch `n / 2`"});
  CHECK(mistakesIn("a := 1 a := 0.5 output 0") == Told{"ConflictingSorts `1`"});
}

TEST_CASE("numbers and truth values stay apart") {
  CHECK(mistakesIn("output k + b") == Told{"SortMismatch `b`"});
  CHECK(mistakesIn("if k { output 0 }") == Told{"SortMismatch `k`"});
  CHECK(mistakesIn("output k and b") == Told{"SortMismatch `k`"});
  CHECK(mistakesIn("output not k") == Told{"SortMismatch `k`"});
  CHECK(mistakesIn("output -b") == Told{"SortMismatch `b`"});
  CHECK(mistakesIn("output b = k") == Told{"SortMismatch `k`"});
  CHECK(mistakesIn("output b = true").empty());
  CHECK(mistakesIn("output b < true").size() == 2);
  CHECK(mistakesIn("a := 1 a := b output 0") == Told{"ConflictingSorts `b`"});
  CHECK(mistakesIn("output b ? 1 : b") == Told{"SortMismatch `b`"});
  CHECK(mistakesIn("output min(b, 1)") == Told{"SortMismatch `b`"});
}

TEST_CASE("functions take the arguments that they take") {
  CHECK(mistakesIn("output abs(1, 2)") == Told{"WrongArgumentCount `abs(1, 2)`"});
  CHECK(mistakesIn("output min(1)") == Told{"NotAggregable `1`"});
  CHECK(mistakesIn("a := sqrt(2) output 0") == Told{"UnknownFunction `sqrt`"});
  CHECK(mistakesIn("a := laplace(2) output 0") == Told{"UnknownFunction `laplace`"});
  CHECK(mistakesIn("output laplace(2)") == Told{"UnknownFunction `laplace`"});
}

TEST_CASE("elements are read with as many indices as there are dimensions") {
  CHECK(mistakesIn("output M[0][1] + M[0, 1]").empty());
  CHECK(mistakesIn("output M[0]") == Told{"WrongIndexCount `M[0]`"});
  CHECK(mistakesIn("output f") == Told{"WrongIndexCount `f`"});
  CHECK(mistakesIn("output k[0]") == Told{"NotAnArray `k[0]`"});
  CHECK(mistakesIn("output (k + 1)[0]").size() == 1);
  CHECK(mistakesIn("output f.length").size() == 1);
}
