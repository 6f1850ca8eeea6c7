// SPDX-License-Identifier: Apache-2.0
#include "tests/frontend/sema/analyzed.h"

#include <catch2/catch.hpp>

using namespace plumb;
using namespace plumb::test;

/// A sparse vector loop whose alignment contains \p shift.
static Told mistakesInShift(const std::string &shift) {
  return mistakesIn("for i in 0 .. n { lam ~ exponential(1) align lam' = lam + (" + shift +
                    ")\nif lam > 3 { output above(lam) } else { output below } }");
}

static Told mistakesInClaim(const std::string &claim,
                            const std::string &body = "for i in 0 .. n { output 0 }") {
  return mistakesIn(body, "claims " + claim);
}

TEST_CASE("cells are tested for their tags") {
  for (std::string test : {"out[i] is above", "out[i] = below", "below = out[i]", "out[i] != below",
                           "out[i] is none", "out[i] = unreached", "out[i] is above and out[i].value > 3"})
    CHECK(mistakesInShift(test + " ? 1 : 0").empty());
  CHECK(mistakesInShift("out[i] = above ? 1 : 0") == Told{"TagCarriesValues `above`"});
  CHECK(mistakesInShift("out[i] is abov ? 1 : 0") == Told{"UnknownTag `abov`"});
  CHECK(mistakesInShift("lam is above ? 1 : 0") == Told{"NotACell `lam`"});
  CHECK(mistakesInShift("out[i] = 3 ? 1 : 0") == Told{"CellIsNoValue `out[i]`"});
  CHECK(mistakesInShift("out[i]") == Told{"CellIsNoValue `out[i]`"});
  CHECK(mistakesInShift("out[i].length") == Told{"UnknownMember `out[i].length`"});
}

TEST_CASE("a cell is found by its number of indices, then by a tag, then by the loops around") {
  CHECK(mistakesInShift("out is above ? 1 : 0") == Told{"NoSuchCell `out`"});
  CHECK(mistakesInShift("out[i][i] is above ? 1 : 0") == Told{"NoSuchCell `out[i][i]`"});
  std::string two = "for i in 0 .. n { mu ~ laplace(1) align mu' = mu + (out[i] is a ? 1 : 0) output a }\n"
                    "for j in 0 .. k { output b1 }";
  CHECK(mistakesIn(two).empty());
  CHECK(mistakesIn(two + "lam ~ laplace(1) align lam' = out[0] is a ? 1 : 0").empty());
  CHECK(mistakesIn("for i in 0 .. n { mu ~ laplace(1) align mu' = mu + (out[i] is b1 ? 1 : 0) output a }\n"
                   "for j in 0 .. k { output b1 }")
            .empty());
  CHECK(mistakesIn(two + "lam ~ laplace(1) align lam' = out[0] is neither ? 1 : 0") ==
        Told{"AmbiguousCell `out[0]`"});
  CHECK(mistakesIn(two + "lam ~ laplace(1) align lam' = out[0].value = 1 ? 1 : 0") ==
        Told{"AmbiguousCell `out[0]`"});
  std::string alike = "for i in 0 .. n { output a }\nfor j in 0 .. k { output a }";
  CHECK(mistakesIn(alike + "lam ~ laplace(1) align lam' = out[0] is a ? 1 : 0") ==
        Told{"AmbiguousCell `out[0]`"});
  CHECK(mistakesInClaim("out[i] is a", two) == Told{"AmbiguousCell `out[i]`"});
}

TEST_CASE("the value of a cell is that of the only tag with one") {
  CHECK(mistakesInClaim("out[i].value = 0").empty());
  CHECK(
      mistakesInClaim("out[i].value = 0", "for i in 0 .. n { if b { output p(1) } else { output r(2) } }") ==
      Told{"NoCellValue `out[i].value`"});
  CHECK(mistakesInClaim("out[i].value = 0", "for i in 0 .. n { if b { output p(1) } else { output 2 } }")
            .empty());
  CHECK(mistakesInClaim("out[i].value = 0", "for i in 0 .. n { output p(1, 2) }") ==
        Told{"NoCellValue `out[i].value`"});
}

TEST_CASE("no statement reads the output") {
  CHECK(mistakesIn("for i in 0 .. n { if out[i] is none { output 0 } }") == Told{"OutputNotYetKnown `out`"});
  CHECK(mistakesIn("return result") == Told{"OutputNotYetKnown `result`"});
  CHECK(mistakesIn("for i in 0 .. result { output 0 }") == Told{"OutputNotYetKnown `result`"});
  CHECK(mistakesIn("for i in 0 .. n while out[i].value > 0 { output 0 }") == Told{"OutputNotYetKnown `out`"});
  CHECK(mistakesIn("lam ~ laplace(1 + result.values[0]) align lam' = lam return top_k(1, f)") ==
        Told{"OutputNotYetKnown `result`"});
}

static Told mistakesInSelection(const std::string &shift) {
  return mistakesIn("for i in 0 .. n { lam[i] ~ exponential(1) align lam'[i] = lam[i] + (" + shift +
                    ")\nv[i] := f[i] + lam[i] }\nreturn top_k(k, v)");
}

TEST_CASE("a returned selection is read by its parts") {
  CHECK(mistakesInSelection("i in result.indices ? f[i] - f'[i] : 0").empty());
  CHECK(mistakesInSelection("result.indices[0] + result.values[i]").empty());
  CHECK(mistakesInSelection("result") == Told{"NoSuchResult `result`"});
  CHECK(mistakesInSelection("result[0]") == Told{"NotAnArray `result[0]`"});
  CHECK(mistakesInSelection("result.indices") == Told{"WrongIndexCount `result.indices`"});
  CHECK(mistakesInSelection("result.indices[0][1]") == Told{"WrongIndexCount `result.indices[0][1]`"});
  CHECK(mistakesInSelection("result.length") == Told{"UnknownMember `result.length`"});
  CHECK(mistakesInSelection("result.length[0]") == Told{"UnknownMember `result.length`"});
  CHECK(mistakesInSelection("i in result.values ? 1 : 0") == Told{"NotAnArray `result.values`"});
  CHECK(mistakesInSelection("i in T ? 1 : 0") == Told{"NotAnArray `T`"});
}

TEST_CASE("the result has the shape of what is returned") {
  std::string lam = "lam ~ laplace(1) align lam' = lam + ";
  CHECK(mistakesIn(lam + "result return 1").empty());
  CHECK(mistakesIn(lam + "result output 1") == Told{"NoSuchResult `result`"});
  CHECK(mistakesIn(lam + "result.values[0] return 1") == Told{"NoSuchResult `result.values[0]`"});
  CHECK(mistakesIn(lam + "(1 in result.indices ? 1 : 0) return 1") == Told{"NoSuchResult `result.indices`"});
}

TEST_CASE("claims speak of one run, for all iterations") {
  Analyzed analyzed(around("for i in 0 .. n { output f[i] > 0 }", "claims out[i].value implies f[i] > 0"));
  REQUIRE(analyzed.mistakes() == Told{});
  REQUIRE(analyzed.only().claims.size() == 1);
  REQUIRE(analyzed.only().claims[0].free.size() == 1);
  CHECK(analyzed.only().claims[0].free[0]->name == "i");
  CHECK(analyzed.only().claims[0].free[0]->role == ir::Variable::Role::Bound);

  CHECK(mistakesInClaim("result < n", "return 0").empty());
  CHECK(mistakesInClaim("forall j in 0 .. k: out[j] is none or T[j] > 0").empty());
  CHECK(mistakesInClaim("n > 0") == Told{"ClaimWithoutOutput `n > 0`"});
  CHECK(mistakesInClaim("out[i] is none or T[j] > 0") == Told{"UnknownName `j`"});
  CHECK(mistakesInClaim("out[i] is none or a > 0", "a := 1 for i in 0 .. n { output 0 }") ==
        Told{"ClaimAboutInside `a`"});
  CHECK(mistakesInClaim("out[i + j] is none") == Told{"UnknownName `i`", "UnknownName `j`"});
}
