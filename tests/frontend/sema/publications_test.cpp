// SPDX-License-Identifier: Apache-2.0
#include "tests/frontend/sema/analyzed.h"

#include <catch2/catch.hpp>

using namespace plumb;
using namespace plumb::test;

TEST_CASE("each loop nest that publishes has a transcript of its own") {
  Analyzed analyzed(
      around("for t in 0 .. n { for l in 0 .. k { if b { output low } else { output high(t) } }\n"
             "output done } output 1"));
  REQUIRE(analyzed.mistakes() == Told{});
  const auto &transcripts = analyzed.only().transcripts;
  REQUIRE(transcripts.size() == 3);
  CHECK(transcripts[0]->loops.size() == 2);
  CHECK(transcripts[1]->loops.size() == 1);
  CHECK(transcripts[2]->loops.empty());
  CHECK(transcripts[0]->loops[0] == transcripts[1]->loops[0]);
  std::vector<std::string> tags;
  for (const auto &tag : analyzed.only().tags)
    tags.push_back(tag->name);
  CHECK(tags == std::vector<std::string>{"none", "unreached", "low", "high", "done", "value"});
}

TEST_CASE("a cell is filled at most once") {
  CHECK(mistakesIn("output 0 output 1") == Told{"SecondPublication `output 1`"});
  CHECK(mistakesIn("if b { output 0 } output 1") == Told{"SecondPublication `output 1`"});
  CHECK(mistakesIn("if b { output 0 stop } output 1").empty());
  CHECK(mistakesIn("for i in 0 .. n { output 0 } output 1").empty());
  CHECK(mistakesIn("for i in 0 .. n { if b { output 0 } else { output 1 } }").empty());
}

TEST_CASE("a tag has one shape") {
  CHECK(mistakesIn("if b { output above(1) } else { output above }") == Told{"TagShapeConflict `above`"});
  CHECK(mistakesIn("if b { output above(1) } else { output above(b) }") == Told{"TagShapeConflict `above`"});
  CHECK(mistakesIn("if b { output 0 } else { output b }") == Told{"TagShapeConflict `b`"});
  CHECK(mistakesIn("if b { output above(x) } else { output above(1) }").empty());
  CHECK(mistakesIn("if b { output none } else { output unreached(1) }") ==
        Told{"PredefinedTag `none`", "PredefinedTag `unreached`"});
}

TEST_CASE("what is announced fills a cell and is no publication") {
  CHECK(mistakesIn("announce k return k").empty());
  CHECK(mistakesIn("announce (k, b) return k").empty());
  CHECK(mistakesIn("announce k") == Told{"NothingPublished `m`"});
  CHECK(mistakesIn("announce k output k") == Told{"SecondPublication `output k`"});
  CHECK(mistakesIn("if b { announce 1 } else { announce b } return k") == Told{"TagShapeConflict `b`"});
  CHECK(mistakesIn("output announced(k)") == Told{"PredefinedTag `announced`"});
  CHECK(mistakesIn("announced := k output announced").empty());
  Analyzed analyzed(around("announce (k, b) return k"));
  const auto &body = analyzed.only().body;
  CHECK(ir::printHead(*body.front()) == "announce (k, b)");
}

TEST_CASE("nothing stands behind the end") {
  CHECK(mistakesIn("output 0 stop output 1") == Told{"UnreachableStatement `output 1`"});
  CHECK(mistakesIn("if b { stop } else { stop } output 1") == Told{"UnreachableStatement `output 1`"});
  CHECK(mistakesIn("for i in 0 .. n { stop } output 1").empty());
}

TEST_CASE("a mechanism publishes something") {
  CHECK(mistakesIn("a := 1") == Told{"NothingPublished `m`"});
  CHECK(mistakesIn("stop") == Told{"NothingPublished `m`"});
}

TEST_CASE("all paths return the same sort of value") {
  CHECK(mistakesIn("if b { return 1 } else { return k }").empty());
  CHECK(mistakesIn("if b { return x } else { return 1 }").empty());
  CHECK(mistakesIn("if b { return 1 } else { return b }") == Told{"ReturnMismatch `b`"});
  CHECK(mistakesIn("if b { return 1 } else { return top_k(1, f) }") == Told{"ReturnMismatch `top_k(1, f)`"});
  CHECK(mistakesIn("if b { return top_k(1, h) } else { return top_k(1, f) }") ==
        Told{"ReturnMismatch `top_k(1, f)`"});
  CHECK(mistakesIn("if b { return 1 }") == Told{"MissingReturn `}`"});
  CHECK(mistakesIn("if b { return 1 } else { stop }") == Told{"MissingReturn `stop`"});
  CHECK(mistakesIn("for i in 0 .. n { return i }") == Told{"MissingReturn `}`"});
}

TEST_CASE("top_k is returned, of a one-dimensional array of numbers") {
  CHECK(mistakesIn("for i in 0 .. n { v[i] := f[i] } return top_k(k, v)").empty());
  CHECK(mistakesIn("for i in 0 .. n { v[i] := f[i] > 0 } return top_k(k, v)") == Told{"NotSelectable `v`"});
  CHECK(mistakesIn("return top_k(k, g)") == Told{"NotSelectable `g`"});
  CHECK(mistakesIn("return top_k(k, T)") == Told{"NotSelectable `T`"});
  CHECK(mistakesIn("return top_k(k, f[0])") == Told{"NotSelectable `f[0]`"});
  CHECK(mistakesIn("return top_k(k, w)") == Told{"UnknownName `w`"});
  CHECK(mistakesIn("return top_k(x, f)") == Told{"SortMismatch `x`"});
  CHECK(mistakesIn("return top_k(f)") == Told{"WrongArgumentCount `top_k(f)`"});
  CHECK(mistakesIn("a := top_k(k, f) output 0") == Told{"MisplacedTopK `top_k(k, f)`"});
  CHECK(mistakesIn("return top_k(k, f)[0]").size() == 1);
}
