// SPDX-License-Identifier: Apache-2.0
#include "tests/frontend/sema/analyzed.h"

#include <catch2/catch.hpp>

using namespace plumb::test;

TEST_CASE("a name has to be declared") {
  CHECK(mistakesIn("output nn + 1") == Told{"UnknownName `nn`"});
  CHECK(mistakesIn("a := b1\noutput c + a") == Told{"UnknownName `b1`", "UnknownName `c`"});
}

TEST_CASE("a name that is likely misspelt where it may stand is told") {
  CHECK(mistakesIn("noisy := 1\noutput nosiy") == Told{"LikelyMisspelt `nosiy`"});
  CHECK(mistakesIn("output round(1)") == Told{"TagLikeFunction `round`"});
  CHECK(mistakesIn("count := 0\nconut := count + 1\noutput done") == Told{"LikelyMisspelt `conut`"});
  CHECK(mistakesIn("d1 := 0\nd10 := d1\noutput done").empty());
}

TEST_CASE("a similar name is suggested") {
  Analyzed analyzed(around("count := 0\noutput coumt + 1"));
  REQUIRE(analyzed.sink.diagnostics().size() == 1);
  CHECK(analyzed.sink.diagnostics()[0].help.text == "did you mean `count`?");
}

TEST_CASE("parameters and mechanisms have different names") {
  CHECK(Analyzed("mechanism m(n: int, n: real, f: query)\nadjacency f decreasing by 1\n"
                 "guarantees private(1.0)\n{ output 0 }")
            .mistakes() == Told{"DuplicateName `n`"});
  CHECK(Analyzed(around("output 0") + around("output 0")).mistakes() == Told{"DuplicateName `m`"});
}

TEST_CASE("words with a fixed meaning name nothing else") {
  for (std::string word : {"out", "result", "cost", "moved", "top_k", "abs", "min", "max"})
    CHECK(mistakesIn(word + " := 0\noutput 0") == Told{"ReservedName `" + word + "`"});
  CHECK(mistakesIn("for out in 0 .. n { output 0 }") == Told{"ReservedName `out`"});
  CHECK(mistakesIn("cost ~ laplace(1) align cost' = cost output 0").front() == "ReservedName `cost`");
  CHECK(mistakesIn("output 0", "requires forall max in 0 .. n: true") == Told{"ReservedName `max`"});
}

TEST_CASE("loop variables and bound variables hide nothing and are not assigned") {
  CHECK(mistakesIn("for n in 0 .. 3 { output 0 }") == Told{"DuplicateName `n`"});
  CHECK(mistakesIn("for i in 0 .. 3 { for i in 0 .. 2 { output 0 } }") == Told{"DuplicateName `i`"});
  CHECK(mistakesIn("a := 0\nfor a in 0 .. 3 { output 0 }") == Told{"DuplicateName `a`"});
  CHECK(mistakesIn("output 0", "requires forall n in 0 .. 3: n > 1") == Told{"DuplicateName `n`"});
  CHECK(mistakesIn("for i in 0 .. 3 { i := i + 1 output 0 }") == Told{"NotAssignable `i`"});
  CHECK(mistakesIn("for i in 0 .. 3 { output i } for i in 0 .. 2 { output i }").empty());
  CHECK(mistakesIn("for i in 0 .. 3 { output i } output i + 1") == Told{"UnknownName `i`"});
}

TEST_CASE("parameters, queries and samples are not assigned") {
  CHECK(mistakesIn("k := 1 output 0") == Told{"NotAssignable `k`"});
  CHECK(mistakesIn("g := 1 output 0") == Told{"NotAssignable `g`"});
  CHECK(mistakesIn("lam ~ laplace(1) align lam' = lam\nlam := 1 output 0") == Told{"NotAssignable `lam`"});
}

TEST_CASE("a scalar has a value on every path to where it is read") {
  CHECK(mistakesIn("if b { a := 1 } else { a := 2 } output a").empty());
  CHECK(mistakesIn("if b { a := 1 } else { stop } output a").empty());
  CHECK(mistakesIn("if b { a := 1 } output a") == Told{"ReadBeforeAssignment `a`"});
  CHECK(mistakesIn("for i in 0 .. n { a := 1 } output a") == Told{"ReadBeforeAssignment `a`"});
  CHECK(mistakesIn("for i in 0 .. n { z := a a := 1 } output 0") == Told{"ReadBeforeAssignment `a`"});
  CHECK(mistakesIn("a := a + 1 output 0") == Told{"ReadBeforeAssignment `a`"});
  CHECK(mistakesIn("output lam + 0\nlam ~ laplace(1) align lam' = lam") ==
        Told{"ReadBeforeAssignment `lam`"});
  CHECK(mistakesIn("for i in 0 .. n while a > 0 { a := 1 output 0 }") == Told{"ReadBeforeAssignment `a`"});
  CHECK(mistakesIn("for i in 0 .. n invariant a > 0 { a := 1 output 0 }") ==
        Told{"ReadBeforeAssignment `a`"});
}

TEST_CASE("an array may be read above the line that fills it") {
  CHECK(mistakesIn(
            "for t in 0 .. k { for l in 0 .. n { if mark[l] > t { output 0 } else { mark[l] := T[l] } } }")
            .empty());
  CHECK(mistakesIn("for i in 0 .. n { v[i] := v[i] } output 0") == Told{"UnknownSort `v`"});
}

TEST_CASE("tags have names of their own") {
  CHECK(mistakesIn("output above", "claims out = above").empty());
  CHECK(mistakesIn("output k(1)", "claims out is k").empty());
}

TEST_CASE("mistakes are told in the order of the text") {
  CHECK(mistakesIn("lam ~ laplace(1) align lam' = lam + zz\noutput yy + 1", "claims out is xx") ==
        Told{"UnknownTag `xx`", "UnknownName `zz`", "UnknownName `yy`"});
}

TEST_CASE("a mechanism with a mistake is left out, the others stay") {
  std::string good = around("output 0");
  good.replace(good.find(" m("), 3, " good(");
  Analyzed analyzed(around("output zz + 0") + good);
  REQUIRE(analyzed.program.mechanisms.size() == 1);
  CHECK(analyzed.only().name == "good");
}
