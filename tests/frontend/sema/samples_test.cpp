// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/print_expression.h"
#include "tests/frontend/sema/analyzed.h"

#include <catch2/catch.hpp>
#include <llvm/Support/Casting.h>

using namespace plumb;
using namespace plumb::test;

TEST_CASE("a sample has a known law with one scale") {
  CHECK(mistakesIn("lam ~ gauss(1) align lam' = lam output 0") == Told{"UnknownLaw `gauss`"});
  CHECK(mistakesIn("lam ~ laplace(1, 2) align lam' = lam output 0") == Told{"WrongArgumentCount `laplace`"});
  CHECK(mistakesIn("lam ~ laplace() align lam' = lam output 0") == Told{"WrongArgumentCount `laplace`"});
  CHECK(mistakesIn("lam ~ laplace(b) align lam' = lam output 0") == Told{"SortMismatch `b`"});
  for (std::string law : {"laplace", "exponential", "neg_exponential"})
    CHECK(mistakesIn("lam ~ " + law + "(1 / eps) align lam' = lam output 0").empty());
}

TEST_CASE("an alignment may be left out, or left open in words") {
  CHECK(mistakesIn("lam ~ laplace(1) output 0").empty());
  CHECK(mistakesIn("lam ~ laplace(1) align ? output 0").empty());
  CHECK(mistakesIn("for i in 0 .. n { lam[i] ~ laplace(1) output 0 }").empty());
}

TEST_CASE("an alignment is that of its own sample") {
  CHECK(mistakesIn("lam ~ laplace(1) align mu' = lam output 0") == Told{"WrongAlignmentTarget `mu'`"});
  CHECK(mistakesIn("for i in 0 .. n { lam[i] ~ laplace(1) align lam'[0] = lam[i] output 0 }") ==
        Told{"WrongAlignmentTarget `lam'[0]`"});
  CHECK(mistakesIn("lam ~ laplace(1) align lam' = lam' output 0") == Told{"PrimedOwnSample `lam'`"});
}

TEST_CASE("one statement draws one sample") {
  std::string draw = "lam ~ laplace(1) align lam' = lam\n";
  CHECK(mistakesIn(draw + draw + "output 0") == Told{"DuplicateSample `lam`"});
  CHECK(mistakesIn("g ~ laplace(1) align g' = g output 0").front() == "DuplicateName `g`");
}

TEST_CASE("an indexed sample is indexed by exactly the loops around it") {
  std::string draw = "lam[t][l] ~ laplace(1) align lam'[t][l] = lam[t][l]";
  CHECK(mistakesIn("for t in 0 .. k { for l in 0 .. n { " + draw + " output 0 } }").empty());
  CHECK(mistakesIn("for l in 0 .. k { for t in 0 .. n { " + draw + " output 0 } }") ==
        Told{"SampleNotPerIteration `lam`"});
  CHECK(
      mistakesIn("for t in 0 .. k { for l in 0 .. n { lam[l] ~ laplace(1) align lam'[l] = 0 output 0 } }") ==
      Told{"SampleNotPerIteration `lam`"});
  CHECK(mistakesIn("for t in 1 .. k { lam[t] ~ laplace(1) align lam'[t] = 0 output 0 }") ==
        Told{"NotALoopElement `t`"});
  CHECK(mistakesIn("a := 1 for t in 0 .. a { lam[t] ~ laplace(1) align lam'[t] = 0 output 0 }") ==
        Told{"NotALoopElement `t`"});
  CHECK(mistakesIn("for t in 0 .. n { lam ~ laplace(1) align lam' = lam output 0 }").empty());
}

TEST_CASE("an indexed sample gets its extents from its loops") {
  Analyzed analyzed(around("for i in 0 .. 2 * n { lam[i] ~ laplace(1) align lam'[i] = lam[i] output 0 }"));
  REQUIRE(analyzed.mistakes() == Told{});
  for (const auto &variable : analyzed.only().variables)
    if (variable->name == "lam") {
      REQUIRE(variable->extents.size() == 1);
      CHECK(print(*variable->extents[0]) == "2 * n");
    }
}

TEST_CASE("noise and its alignment are both integers or both real") {
  CHECK(mistakesIn("lam ~ laplace(1) align lam' = lam + f[0] - f'[0] output 0").empty());
  CHECK(mistakesIn("lam ~ laplace(1) align lam' = 0.5 output 0") == Told{"FractionalShift `0.5`"});
  CHECK(mistakesIn("lam: real ~ laplace(1) align lam' = lam + h[0] - h'[0] output 0").empty());
  CHECK(mistakesIn("lam: real ~ laplace(1) align lam' = lam + 1 output 0").empty());
  CHECK(mistakesIn("lam: real ~ laplace(1) align lam' = lam + g output 0") == Told{"MixedSorts `g`"});
  CHECK(mistakesIn("lam ~ laplace(1) align lam' = b output 0") == Told{"SortMismatch `b`"});
}

TEST_CASE("an alignment may read noise that is drawn later") {
  CHECK(mistakesIn("lam ~ laplace(1) align lam' = lam + mu - mu\nmu ~ laplace(1) align mu' = mu output 0")
            .empty());
  CHECK(mistakesIn("for i in 0 .. n { lam[i] ~ laplace(1) align lam'[i] = lam[i] + lam[n - 1] output 0 }")
            .empty());
  CHECK(mistakesIn(
            "lam ~ laplace(1) align lam' = lam + mu\nif b { mu ~ laplace(1) align mu' = mu } output 0") ==
        Told{"ReadBeforeAssignment `mu`"});
}

TEST_CASE("an alignment knows the variables as they are just before the sample") {
  CHECK(mistakesIn("z := 1 lam ~ laplace(1) align lam' = lam + z - z' output 0").empty());
  CHECK(mistakesIn("lam ~ laplace(1) align lam' = lam + z z := lam output 0") ==
        Told{"ReadBeforeAssignment `z`"});
}

TEST_CASE("primes stand where the second run is spoken of, on what may differ") {
  CHECK(mistakesIn("output g'") == Told{"PrimeOutsideProof `g'`"});
  CHECK(mistakesIn("lam ~ laplace(g') align lam' = lam output 0") == Told{"PrimeOutsideProof `g'`"});
  CHECK(mistakesIn("output 0", "claims out is none or g' > 0") == Told{"PrimeOutsideProof `g'`"});
  CHECK(mistakesIn("lam ~ laplace(1) align lam' = lam + k' output 0") == Told{"PrimedPublic `k'`"});
  CHECK(mistakesIn("for i in 0 .. n invariant i' = i { output 0 }") == Told{"PrimedPublic `i'`"});
  CHECK(mistakesIn("for i in 0 .. n invariant forall j in 0 .. i: j' = j { output 0 }") ==
        Told{"PrimedPublic `j'`"});
  CHECK(mistakesIn("for i in 0 .. n invariant out'[i] is none { output 0 }") == Told{"PrimedPublic `out'`"});
}

TEST_CASE("the cost stands in invariants only") {
  CHECK(mistakesIn("for i in 0 .. n invariant moved(1 / eps) <= i, cost <= eps { output 0 }").empty());
  CHECK(mistakesIn("output moved(1)") == Told{"CostOutsideInvariant `moved(1)`"});
  CHECK(mistakesIn("lam ~ laplace(1) align lam' = lam + cost output 0") ==
        Told{"CostOutsideInvariant `cost`"});
  CHECK(mistakesIn("for i in 0 .. n invariant moved(i) <= 1 { output 0 }") == Told{"NotAParameter `i`"});
}

static std::string scaleOf(const std::string &body) {
  const Analyzed analyzed(around(body + " output lam"));
  for (const auto &statement : analyzed.only().body)
    if (const auto *sample = llvm::dyn_cast<ir::Sample>(statement.get()))
      return ir::print(*sample->scale);
  return "";
}

TEST_CASE("a name that a scale has got stands for its term") {
  CHECK(scaleOf("s := 2 / eps lam ~ laplace(s)") == "2 / eps");
  CHECK(scaleOf("a := eps / 2 s := k / a lam ~ laplace(2 * s)") == "2 * (k / (eps / 2))");
  CHECK(scaleOf("c := k + 1 lam ~ laplace(real(c) / eps)") == "(k + 1) / eps");
}

TEST_CASE("what is assigned twice, or from something else, is no name") {
  CHECK(scaleOf("s := 2 / eps s := 3 / eps lam ~ laplace(s)") == "s");
  // The value that d has, not the one that s has by now.
  CHECK(scaleOf("s := 2 / eps d := 2 * s s := 3 / eps lam ~ laplace(d)") == "d");
  CHECK(scaleOf("s := real(f[0]) lam ~ laplace(s)") == "s");
  CHECK(scaleOf("for i in 0 .. n { v[i] := 2 / eps } lam ~ laplace(v[0])") == "v[0]");
}

TEST_CASE("a name of names of names is left as it is written") {
  std::string doubled = "c0 := 1 / eps ";
  for (int i = 1; i <= 40; ++i)
    doubled +=
        "c" + std::to_string(i) + " := c" + std::to_string(i - 1) + " + c" + std::to_string(i - 1) + " ";
  CHECK(scaleOf(doubled + "lam ~ laplace(c40)") == "c40");
}
