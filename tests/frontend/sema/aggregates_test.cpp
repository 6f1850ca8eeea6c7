// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/aggregate.h"
#include "tests/frontend/sema/analyzed.h"

#include <catch2/catch.hpp>
#include <llvm/Support/Casting.h>

using namespace plumb;
using namespace plumb::test;

/// In a statement in which v and w are arrays, of ints and of reals, and s is an int.
static Told mistakesInValue(const std::string &value) {
  return mistakesIn("s := 0\nfor i in 0 .. n { v[i] := f[i]\nw[i] := R[i]\nc[i] := b }\nz := " + value +
                    "\noutput z");
}

/// In an alignment; lam is the noise of the loop.
static Told mistakesInAlignment(const std::string &value) {
  return mistakesIn("s := 0\nfor i in 0 .. n { lam[i] ~ laplace(1) align lam'[i] = lam[i] + " + value +
                    "\nv[i] := f[i] + lam[i] }\nreturn argmax(v)");
}

/// The value of the last assignment outside of loops.
static const ir::Aggregate &lastAggregate(const Analyzed &analyzed) {
  REQUIRE(analyzed.mistakes() == Told{});
  const ir::Block &body = analyzed.only().body;
  return llvm::cast<ir::Aggregate>(*llvm::cast<ir::Assign>(*body[body.size() - 2]).value);
}

TEST_CASE("aggregates run over a range, with or without a condition") {
  for (std::string value :
       {"max(j in 0 .. n: f[j])", "min(j in 1 .. n - 1 where j != k: v[j])", "max(j in g .. s: R[j])",
        "argmax(j in 0 .. n: w[j])", "argmin(j in 0 .. n where b and f[j] > 0: M[j][0])",
        "max(j in 0 .. n: max(i in 0 .. j: f[i]))", "max(j in 0 .. argmin(T): 1)", "argmax(v)", "argmin(w)",
        "max(T)", "min(h)", "max(f) - min(f)", "max(s, k)", "max(j in 0 .. n: j) * x"})
    CHECK(mistakesInValue(value).empty());
  for (std::string value :
       {"max(j in 0 .. n where j != i: f[j] - f'[j])", "argmax(f')", "max(lam)", "min(v') - min(v)",
        "argmax(j in 0 .. n where j = result: lam[j])", "max(j in 0 .. s: s + s')"})
    CHECK(mistakesInAlignment(value).empty());
}

TEST_CASE("an aggregate binds an int and has the sort of its body, or of an index") {
  Analyzed analyzed(around("z := argmin(j in 0 .. n where b: h[j])\noutput z"));
  const ir::Aggregate &first = lastAggregate(analyzed);
  CHECK(first.which == ir::Aggregate::Which::FirstMinimum);
  CHECK(first.sort() == ir::Sort::Int);
  CHECK(first.variable.role == ir::Variable::Role::Bound);
  CHECK(first.filter);
  Analyzed largest(around("z := max(j in 0 .. n: h[j])\noutput z"));
  CHECK(lastAggregate(largest).which == ir::Aggregate::Which::Maximum);
  CHECK(lastAggregate(largest).sort() == ir::Sort::Real);
}

TEST_CASE("of an array all elements are looked at, under a name that is not taken") {
  Analyzed analyzed(around("z := max(T) - argmax(f)\noutput z"));
  REQUIRE(analyzed.mistakes() == Told{});
  CHECK(print(*llvm::cast<ir::Assign>(*analyzed.only().body[0]).value) ==
        "max(k1 in 0 .. n: T[k1]) - argmax(k1 in 0 .. n: f[k1])");
}

TEST_CASE("mistakes in an aggregate are told once") {
  CHECK(mistakesInValue("max(j in 0 .. n: nobody[j])") == Told{"UnknownName `nobody`"});
  CHECK(mistakesInValue("max(j in 0 .. n: f[j] > 0)") == Told{"SortMismatch `f[j] > 0`"});
  CHECK(mistakesInValue("max(j in 0 .. n where f[j]: 1)") == Told{"SortMismatch `f[j]`"});
  CHECK(mistakesInValue("max(j in 0.5 .. x: 1)") == Told{"SortMismatch `0.5`", "SortMismatch `x`"});
  CHECK(mistakesInValue("max(k in 0 .. n: T[k])") == Told{"DuplicateName `k`"});
  CHECK(mistakesInValue("max(out in 0 .. n: 1)") == Told{"ReservedName `out`"});
  CHECK(mistakesInValue("max(j in 0 .. n: j) + j") == Told{"UnknownName `j`"});
  CHECK(mistakesInValue("max(j in 0 .. j: 1)") == Told{"UnknownName `j`"});
  CHECK(mistakesInValue("max(j in 0 .. n: f'[j])") == Told{"PrimeOutsideProof `f'`"});
  CHECK(mistakesInValue("abs(j in 0 .. n: f[j])") == Told{"NoRangeTaken `abs`"});
  CHECK(mistakesInAlignment("max(j in 0 .. s': 1)") == Told{"PrimeOutsideProof `s'`"});
  CHECK(mistakesInAlignment("max(j in 0 .. result: 1)") == Told{"OutputNotYetKnown `result`"});
  CHECK(mistakesInAlignment("max(j in 0 .. n: lam'[j] + j')") ==
        Told{"PrimedOwnSample `lam'`", "PrimedPublic `j'`"});
}

TEST_CASE("the short form names an array of numbers") {
  for (std::string array : {"k", "M", "c", "3", "f[0]"})
    CHECK(mistakesInValue("argmax(" + array + ")") == Told{"NotAggregable `" + array + "`"});
  CHECK(mistakesInValue("max(s)") == Told{"NotAggregable `s`"});
  CHECK(mistakesInValue("argmin(nobody)") == Told{"UnknownName `nobody`"});
  CHECK(mistakesInValue("argmin(v, w)") == Told{"WrongArgumentCount `argmin(v, w)`"});
  CHECK(mistakesInValue("argmin()") == Told{"WrongArgumentCount `argmin()`"});
  CHECK(mistakesInValue("max(f')") == Told{"PrimeOutsideProof `f'`"});
  CHECK(mistakesInValue("sum(v)") == Told{"UnknownFunction `sum`"});
}

TEST_CASE("aggregates stand in statements and alignments") {
  CHECK(mistakesIn("return 1", "requires max(T) > 0") == Told{"MisplacedAggregate `max(T)`"});
  CHECK(mistakesIn("return 1", "claims result < max(j in 0 .. n: f[j])") ==
        Told{"MisplacedAggregate `max(j in 0 .. n: f[j])`"});
  CHECK(mistakesIn("for i in 0 .. n invariant argmax(f) = 0 { output 1 }") ==
        Told{"MisplacedAggregate `argmax(f)`"});
  CHECK(mistakesIn("for i in 0 .. n { output argmax(f) }").empty());
}

static Told mistakesInSum(const std::string &statement) {
  return mistakesIn("r := 0.5\nfor i in 0 .. n { c[i] := b\n w[i] := 0 }\n" + statement + "\noutput 1");
}

TEST_CASE("a sum is a loop that adds") {
  Analyzed analyzed(around("t := sum(j in 0 .. n where b: f[j])\nu := sum(j in 0 .. k: real(j))\noutput t"));
  REQUIRE(analyzed.mistakes() == Told{});
  const ir::Block &body = analyzed.only().body;
  REQUIRE(body.size() == 5);
  CHECK(printHead(*body[0]) == "t := 0");
  CHECK(printHead(*body[1]) == "for j in 0 .. n");
  const auto &inside = llvm::cast<ir::If>(*llvm::cast<ir::For>(*body[1]).body[0]);
  CHECK(printHead(*inside.thenBlock[0]) == "t := t + f[j]");
  CHECK(printHead(*body[2]) == "u := 0.0");
  CHECK(printHead(*llvm::cast<ir::For>(*body[3]).body[0]) == "u := u + j");
}

TEST_CASE("a sum is assigned, to a variable that it does not read") {
  CHECK(mistakesInSum("for i in 0 .. n { u[i] := sum(j in 0 .. k: M[i][j]) }").empty());
  CHECK(mistakesInSum("t := sum(j in 0 .. n: max(i in 0 .. n where i != j: f[i]))").empty());
  CHECK(mistakesInSum("r := sum(j in 0 .. n: j)").empty());
  CHECK(mistakesInSum("t := 1 + sum(j in 0 .. n: j)") == Told{"MisplacedSum `sum(j in 0 .. n: j)`"});
  CHECK(mistakesInSum("output sum(j in 0 .. n: j)") ==
        Told{"MisplacedSum `sum(j in 0 .. n: j)`", "SecondPublication `output 1`"});
  CHECK(mistakesInSum("t := sum(j in 0 .. n: sum(i in 0 .. j: i))") ==
        Told{"MisplacedSum `sum(i in 0 .. j: i)`"});
  CHECK(mistakesIn("return 1", "requires sum(j in 0 .. n: T[j]) > 0") ==
        Told{"MisplacedSum `sum(j in 0 .. n: T[j])`"});
  CHECK(mistakesInSum("t := 1\nt := sum(j in 0 .. n: t + j)") ==
        Told{"SumOfItself `sum(j in 0 .. n: t + j)`"});
  CHECK(mistakesInSum("t := 1\nt := sum(j in 0 .. t: j)") == Told{"SumOfItself `sum(j in 0 .. t: j)`"});
  CHECK(mistakesInSum("for i in 0 .. n { u[i] := sum(j in 0 .. n where u[j] > 0: 1) }") ==
        Told{"SumOfItself `sum(j in 0 .. n where u[j] > 0: 1)`"});
}

TEST_CASE("mistakes in a sum are told once") {
  CHECK(mistakesInSum("t := sum(j in 0 .. n: f[j] > 0)") == Told{"SortMismatch `f[j] > 0`"});
  CHECK(mistakesInSum("t := sum(j in 0 .. n: nobody)") == Told{"UnknownName `nobody`"});
  CHECK(mistakesInSum("t := sum(j in x .. n: j)") == Told{"SortMismatch `x`"});
  CHECK(mistakesInSum("t := sum(j in 0 .. n where j: j)") == Told{"SortMismatch `j`"});
  CHECK(mistakesInSum("t := sum(k in 0 .. n: 1)") == Told{"DuplicateName `k`"});
  CHECK(mistakesInSum("t := sum(t in 0 .. n: 1)") == Told{"DuplicateName `t`"});
  CHECK(mistakesInSum("t := 1\nt := sum(j in 0 .. n: h[j])") == Told{"ConflictingSorts `1`"});
  CHECK(mistakesInSum("r := sum(j in 0 .. n: f[j])") == Told{"MixedSorts `f[j]`"});
  CHECK(mistakesInSum("k := sum(j in 0 .. n: j)") == Told{"NotAssignable `k`"});
  CHECK(mistakesInSum("w[0] := sum(j in 0 .. n: j)") == Told{"NotALoopElement `0`"});
  CHECK(mistakesInSum("t := sum(j in 0 .. n: c[j] ? 1 : 0)").empty());
  CHECK(mistakesInSum("t := sum(j in 0 .. n: j)\nu := j") == Told{"UnknownName `j`"});
}

TEST_CASE("several values are published under the tag `value`") {
  Analyzed analyzed(around("if b { return (1, x) } else { output (k, 0.5) }"));
  REQUIRE(analyzed.mistakes() == Told{});
  const auto &branch = llvm::cast<ir::If>(*analyzed.only().body[0]);
  REQUIRE(branch.thenBlock.size() == 2);
  CHECK(printHead(*branch.thenBlock[0]) == "output (1, x)");
  CHECK(printHead(*branch.thenBlock[1]) == "stop");
  CHECK(printHead(*branch.elseBlock[0]) == "output (k, 0.5)");

  CHECK(mistakesIn("output (1, 2)\nstop").empty());
  CHECK(mistakesIn("z := (1, 2)\noutput 1") == Told{"MisplacedTuple `(1, 2)`"});
  CHECK(mistakesIn("output ((1, 2), 3)") == Told{"MisplacedTuple `(1, 2)`"});
  CHECK(mistakesIn("output pair((1, 2))") == Told{"MisplacedTuple `(1, 2)`"});
  CHECK(mistakesIn("output (1, 2) + 3") == Told{"MisplacedTuple `(1, 2)`"});
  CHECK(mistakesIn("output (1, nobody)") == Told{"UnknownName `nobody`"});
  CHECK(mistakesIn("output other\nreturn (1, 2)") == Told{"SecondPublication `return (1, 2)`"});
  CHECK(mistakesIn("if b { return (1, 2) } else { return 1 }") == Told{"ReturnMismatch `(1, 2)`"});
  CHECK(mistakesIn("return (1, 2)\noutput other") == Told{"UnreachableStatement `output other`"});
  CHECK(mistakesIn("if b { output (1, 2) } else { output (1, b) }") == Told{"TagShapeConflict `(1, b)`"});
}

static Told mistakesInRead(const std::string &read) {
  return mistakesIn("for i in 0 .. n { lam ~ laplace(1) align lam' = lam + (" + read +
                    ")\nif lam > 3 "
                    "{ output winner(i, lam) } else if lam > 2 { output one(lam) } else if lam > 1 { output "
                    "below } else { output (lam, 2, b) } }");
}

TEST_CASE("a value of a cell goes by its tag, and by its position if there are several") {
  for (std::string read : {"out[i].winner.1", "out[i].winner.2", "out[0].one", "out[i].one.1",
                           "out[i].value.2", "out[i].value.3 ? 1 : 0"})
    CHECK(mistakesInRead(read).empty());
  Analyzed analyzed(around("for i in 0 .. n { output pair(1, 0.5) }", "claims out[i].pair.2 < 1"));
  REQUIRE(analyzed.mistakes() == Told{});
  const auto &comparison = llvm::cast<ir::Binary>(*analyzed.only().claims[0].formula);
  const auto &read = llvm::cast<ir::CellRead>(*comparison.left);
  CHECK(read.component == 1);
  CHECK(read.sort() == ir::Sort::Real);
}

TEST_CASE("a value that is not there or not chosen is no value") {
  CHECK(mistakesInRead("out[i].winner") == Told{"ValueNotChosen `winner`"});
  CHECK(mistakesInRead("out[i].value") == Told{"ValueNotChosen `value`"});
  CHECK(mistakesInRead("out[i].winner.3") == Told{"NoSuchValue `3`"});
  CHECK(mistakesInRead("out[i].winner.0") == Told{"NoSuchValue `0`"});
  CHECK(mistakesInRead("out[i].winner.1.5") == Told{"NoSuchValue `1.5`"});
  CHECK(mistakesInRead("out[i].winner.first") == Told{"NoSuchValue `first`"});
  CHECK(mistakesInRead("out[i].one.2") == Told{"NoSuchValue `2`"});
  CHECK(mistakesInRead("out[i].below") == Told{"NoSuchValue `below`"});
  CHECK(mistakesInRead("out[i].unreached") == Told{"NoSuchValue `unreached`"});
  CHECK(mistakesInRead("out[i].loser.1") == Told{"UnknownTag `loser`"});
  CHECK(mistakesInRead("out[i].loser") == Told{"UnknownMember `out[i].loser`"});
  CHECK(mistakesInRead("out[i].1") == Told{"UnknownMember `out[i].1`"});
  CHECK(mistakesInRead("out[i].winner.1.2[0]") == Told{"NoSuchValue `1.2`"});
  CHECK(mistakesInRead("out.winner.1") == Told{"NoSuchCell `out`"});
}
