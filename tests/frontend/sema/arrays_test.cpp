// SPDX-License-Identifier: Apache-2.0
#include "tests/frontend/sema/analyzed.h"

#include <catch2/catch.hpp>

using namespace plumb::test;

TEST_CASE("an array is written element by element over its whole range") {
  CHECK(mistakesIn("for i in 0 .. n { v[i] := f[i] } output 0").empty());
  CHECK(mistakesIn("v[0] := 1 output 0") == Told{"NotALoopElement `0`"});
  CHECK(mistakesIn("for i in 0 .. n { v[i + 1] := 1 } output 0") == Told{"NotALoopElement `i + 1`"});
  CHECK(mistakesIn("for i in 1 .. n { v[i] := 1 } output 0") == Told{"NotALoopElement `i`"});
  CHECK(mistakesIn("for i in 0 .. n { v[i][i] := 1 } output 0") == Told{"NotALoopElement `i`"});
  CHECK(mistakesIn("for i in 0 .. g { v[i] := 1 } output 0") == Told{"NotALoopElement `i`"});
  CHECK(mistakesIn("for t in 0 .. n { for l in 0 .. k { mark[l] := t } } output 0").empty());
}

TEST_CASE("an array has one extent and one number of dimensions") {
  CHECK(mistakesIn("for i in 0 .. n { v[i] := 1 } for i in 0 .. n { v[i] := 2 } output 0").empty());
  CHECK(mistakesIn("for i in 0 .. n { v[i] := 1 } for i in 0 .. k { v[i] := 2 } output 0") ==
        Told{"ExtentConflict `i`"});
  CHECK(mistakesIn("for i in 0 .. n { v[i] := 1 } v := 2 output 0") == Told{"WrongIndexCount `v`"});
}

TEST_CASE("the sort of an array is that of its first value") {
  CHECK(mistakesIn("for i in 0 .. n { v[i] := f[i] v[i] := x } output 0") == Told{"ConflictingSorts `x`"});
  CHECK(mistakesIn("for i in 0 .. n { if seen[i] { output 1 } else { seen[i] := true } }").empty());
}

TEST_CASE("loops are bounded by a range") {
  CHECK(mistakesIn("a := 0 while a < k { a := a - 1 } output 0") == Told{"UnboundedLoop `while`"});
  CHECK(mistakesIn("while zz { output g' }") ==
        Told{"UnboundedLoop `while`", "PrimeOutsideProof `g'`"}); // zz would be the variable of the loop
}

TEST_CASE("statements decide nothing by quantifiers") {
  CHECK(mistakesIn("if forall i in 0 .. n: T[i] > 0 { output 0 }") ==
        Told{"MisplacedForall `forall i in 0 .. n: T[i] > 0`"});
}

TEST_CASE("quantifiers in an alignment ask about the output and parameters") {
  const auto moving = [](const std::string &condition) {
    return mistakesIn("for i in 0 .. n { lam[i] ~ laplace(1 / eps) align lam'[i] = lam[i] + ((" + condition +
                      ") ? 1 : 0) } for r in 0 .. k { output picked(r) }");
  };
  CHECK(moving("exists r in 0 .. k: out[r].picked = i and T[r] > 0").empty());
  CHECK(moving("forall j in 0 .. n: lam[j] <= 0") == Told{"QuantifiedRun `lam[j]`"});
  CHECK(moving("exists j in 0 .. n: f[j] = i") == Told{"QuantifiedRun `f[j]`"});
}
