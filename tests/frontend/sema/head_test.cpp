// SPDX-License-Identifier: Apache-2.0
#include "tests/frontend/sema/analyzed.h"

#include <catch2/catch.hpp>

using namespace plumb;
using namespace plumb::test;

static Told mistakesOfHead(const std::string &parameters, const std::string &clauses) {
  return Analyzed("mechanism m(" + parameters + ")\n" + clauses + "\n{ output 0 }").mistakes();
}

TEST_CASE("a size is an int that is at least 0") {
  Analyzed analyzed(
      "mechanism m(n: size, f: query[n]) adjacency f decreasing by 1 guarantees private(1) { output 0 }");
  REQUIRE(analyzed.mistakes() == Told{});
  REQUIRE(analyzed.only().requirements.size() == 1);
  CHECK(print(*analyzed.only().requirements[0]) == "n >= 0");
  CHECK(analyzed.only().variables[0]->sort == ir::Sort::Int);
}

TEST_CASE("extents are terms over scalar int parameters, wherever these stand") {
  std::string clauses = "adjacency f decreasing by 1 guarantees private(1)";
  CHECK(mistakesOfHead("f: query[2 * n + 1], n: int", clauses).empty());
  CHECK(mistakesOfHead("f: query[n], n: real", clauses) == Told{"SortMismatch `n`"});
  CHECK(mistakesOfHead("f: query[T[0]], T: int[3]", clauses) == Told{"NotAParameter `T`"});
  CHECK(mistakesOfHead("g: query, f: query[g]", clauses + " adjacency g decreasing by 1") ==
        Told{"NotAParameter `g`"});
  CHECK(mistakesOfHead("f: query[f[0]]", clauses) == Told{"NotAParameter `f`"});
}

TEST_CASE("requirements speak of parameters only") {
  CHECK(mistakesIn("output 0", "requires forall i in 0 .. n: T[i] <= k").empty());
  CHECK(mistakesIn("output 0", "requires g < k") == Told{"PremiseAboutData `g`"});
  CHECK(mistakesIn("output 0", "requires forall i in 0 .. n: f[i] < T[i]") == Told{"PremiseAboutData `f`"});
  CHECK(mistakesIn("output 0", "requires k") == Told{"SortMismatch `k`"});
  CHECK(mistakesIn("output 0", "requires out is none") == Told{"OutputNotYetKnown `out`"});
  CHECK(mistakesIn("output 0", "requires k' > 0") == Told{"PrimeOutsideProof `k'`"});
}

TEST_CASE("one guarantee, of a known notion") {
  std::string adjacency = "adjacency f decreasing by 1 ";
  CHECK(mistakesOfHead("f: query", adjacency) == Told{"MissingGuarantee `m`"});
  CHECK(mistakesOfHead("f: query", adjacency + "guarantees private(1) guarantees private(2)") ==
        Told{"DuplicateGuarantee `guarantees private(2)`"});
  CHECK(mistakesOfHead("f: query", adjacency + "guarantees zero_concentrated(1)") ==
        Told{"UnknownNotion `zero_concentrated`"});
  CHECK(mistakesOfHead("f: query", adjacency + "guarantees private(1, 2)") ==
        Told{"WrongArgumentCount `guarantees private(1, 2)`"});
  CHECK(mistakesOfHead("f: query", adjacency + "guarantees private(f)") == Told{"NotAParameter `f`"});
  CHECK(mistakesOfHead("T: real[2], f: query", adjacency + "guarantees private(T[0])") ==
        Told{"NotAParameter `T`"});
}

TEST_CASE("one adjacency clause for each query") {
  std::string guarantee = " guarantees private(1)";
  CHECK(mistakesOfHead("f: query", guarantee) == Told{"MissingAdjacency `f`"});
  CHECK(mistakesOfHead("f: query", "adjacency f decreasing by 1, f changes by 1" + guarantee) ==
        Told{"DuplicateAdjacency `f`"});
  CHECK(mistakesOfHead("k: int, f: query", "adjacency f decreasing by 1, k changes by 1" + guarantee) ==
        Told{"AdjacencyOfNonQuery `k`"});
  CHECK(mistakesOfHead("f: query", "adjacency f decreasing by 1, h changes by 1" + guarantee) ==
        Told{"UnknownName `h`"});
  CHECK(mistakesOfHead("f: query", "adjacency f decreasing by f" + guarantee) == Told{"NotAParameter `f`"});
  CHECK(mistakesOfHead("x: real, f: query", "adjacency f decreasing by x" + guarantee) ==
        Told{"SortMismatch `x`"});
  CHECK(mistakesOfHead("k: int", guarantee) == Told{"NoQuery `m`"});
}

TEST_CASE("the bound of a real query is real") {
  Analyzed analyzed(around("output 0"));
  REQUIRE(analyzed.only().adjacency.size() == 4);
  CHECK(analyzed.only().adjacency[2].bound->sort() == ir::Sort::Real);
  CHECK(analyzed.only().adjacency[1].bound->sort() == ir::Sort::Int);
}

// The grammar has no text for these two; the tree can hold them.
TEST_CASE("a tree without an extent or with an unknown type is told apart") {
  SourceFile file("test.plumb", around("output 0"));
  DiagnosticSink sink;
  syntax::Program program = parse(file, sink);
  REQUIRE_FALSE(sink.hasErrors());
  program.mechanisms[0].parameters[0].type.text = "float";
  program.mechanisms[0].parameters[3].dimensions.push_back(nullptr);
  analyze(program, file, sink);
  std::vector<DiagnosticKind> kinds;
  for (const Diagnostic &diagnostic : sink.diagnostics())
    kinds.push_back(diagnostic.kind);
  CHECK(std::count(kinds.begin(), kinds.end(), DiagnosticKind::UnknownType) == 1);
  CHECK(std::count(kinds.begin(), kinds.end(), DiagnosticKind::MissingExtent) == 1);
}
