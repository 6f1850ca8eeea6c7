// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/replay.h"
#include "tests/checker/interpreter/mechanisms.h"
#include "tests/checker/interpreter/program_text.h"

#include <catch2/catch.hpp>

using namespace plumb;
using interpreter::Condition;
using interpreter::Exact;
using interpreter::Inputs;
using interpreter::Numbers;
using test::ProgramText;
using test::withHead;

namespace {

interpreter::Replay replayOf(const ProgramText &program, const Inputs &inputs, const Numbers &first,
                             const Numbers &second, const Numbers &tape) {
  auto instance = interpreter::Instance::create(*program, inputs);
  REQUIRE(instance);
  return alignedReplay(*instance, first, second, tape, interpreter::Tracing::Steps);
}

/// A program with the usual head and one query element.
interpreter::Replay replayOf(const std::string &body, Exact first, Exact second, const Numbers &tape,
                             const std::string &adjacency = "f changes by 1") {
  ProgramText program(withHead(body, adjacency));
  return replayOf(program, {{"eps", {1}}, {"n", {1}}}, {first}, {second}, tape);
}

std::string shown(const interpreter::Row &row) {
  return row.iteration + " | " + row.statement + " | " + row.first + " | " + row.second;
}

} // namespace

TEST_CASE("the aligned run of the sparse vector technique publishes the same") {
  ProgramText svt(test::asymmetricSvt());
  interpreter::Replay replay =
      replayOf(svt, {{"eps", {1}}, {"c", {1}}, {"n", {2}}, {"T", {2, 2}}}, {1, 2}, {0, 1}, {0, 3});
  CHECK_FALSE(replay.disagreement);
  CHECK(print(replay.first.output) == "out[0] = below, out[1] = above(5)");
  CHECK(replay.secondOutput == replay.first.output);
  REQUIRE(replay.second.size() == 2);
  CHECK(replay.second[0].value == Exact(0));
  CHECK(replay.second[1].value == Exact(4));
  CHECK(replay.cost == Exact(1));
  CHECK(replay.epsilon == Exact(1));
}

TEST_CASE("an alignment may read the result and samples that come later") {
  ProgramText gap("mechanism gap(eps: real, n: int, f: query[n])\n"
                  "  requires eps > 0, n >= 2\n"
                  "  adjacency f changes by 1\n"
                  "  guarantees private(2 * eps)\n"
                  "{\n"
                  "  for i in 0 .. n { lam[i] ~ laplace(1 / eps) align lam'[i] = lam[i] + lam[1]\n"
                  "    v[i] := f[i] + lam[i] }\n"
                  "  return top_k(1, v)\n"
                  "}\n");
  interpreter::Replay replay = replayOf(gap, {{"eps", {1}}, {"n", {2}}}, {0, 0}, {0, 0}, {5, 3});
  REQUIRE(replay.second.size() == 2);
  CHECK(replay.second[0].value == Exact(8));
  CHECK(replay.second[1].value == Exact(6));
}

TEST_CASE("primed names are the second run's, unprimed program variables the first run's") {
  interpreter::Replay replay = replayOf("x := f[0]\n"
                                        "lam ~ laplace(1 / eps) align lam' = lam + 10 * x + x'\n"
                                        "mu ~ laplace(1 / eps) align mu' = mu + lam - lam'\n"
                                        "x := x + 1\n"
                                        "return 0",
                                        2, 1, {7, 0});
  REQUIRE(replay.second.size() == 2);
  CHECK(replay.second[0].value == Exact(28));
  CHECK(replay.second[1].value == Exact(-21));
}

TEST_CASE("different outputs: a published value that the alignment misses") {
  ProgramText svt(test::asymmetricSvt("c / eps", "0"));
  interpreter::Replay replay =
      replayOf(svt, {{"eps", {1}}, {"c", {1}}, {"n", {1}}, {"T", {1}}}, {1}, {0}, {0});
  REQUIRE(replay.disagreement);
  CHECK(replay.disagreement->condition == Condition::Outputs);
  CHECK(replay.disagreement->description == "out[0] is above(1) in run 1 and below in run 2");
  CHECK(svt.text(replay.disagreement->range) == "output below");
  std::vector<std::string> rows;
  for (const interpreter::Row &row : replay.rows)
    rows.push_back(shown(row));
  CHECK(rows == std::vector<std::string>{
                    " | count := 0 | count = 0 | count = 0",
                    "i=0 | for i in 0 .. n while count < c | i = 0 | i = 0",
                    "i=0 | lam ~ exponential(c / eps) align lam' = lam + 0 | lam = 0 | lam = 0",
                    "i=0 | z := f[i] + lam | z = 1 | z = 0",
                    "i=0 | if z >= T[i] | true | false",
                    "i=0 | output below |  | below",
                    "i=0 | output above(z) | above(1) | ",
                });
}

TEST_CASE("different outputs: what is returned") {
  interpreter::Replay replay = replayOf("return f[0]", 1, 0, {});
  REQUIRE(replay.disagreement);
  CHECK(replay.disagreement->condition == Condition::Outputs);
  CHECK(replay.disagreement->description == "run 1 returns 1 and run 2 returns 0");
}

TEST_CASE("different outputs: an iteration that only one run has") {
  interpreter::Replay replay = replayOf("for i in 0 .. f[0] { output i }", 1, 0, {});
  REQUIRE(replay.disagreement);
  CHECK(replay.disagreement->condition == Condition::Outputs);
  CHECK(replay.disagreement->description == "out[0] is 0 in run 1 and unreached in run 2");
}

TEST_CASE("different laws: a scale that depends on the data") {
  interpreter::Replay replay =
      replayOf("lam ~ laplace(real(f[0]) + 1) align lam' = lam\n output lam", 1, 0, {0});
  REQUIRE(replay.disagreement);
  CHECK(replay.disagreement->condition == Condition::SameLaw);
  CHECK(replay.disagreement->description == "lam has the law laplace(2) in run 1 and laplace(1) in run 2");
}

TEST_CASE("different laws: one in each branch") {
  interpreter::Replay replay = replayOf("x := 0\n"
                                        "if f[0] > 0 { lam ~ laplace(1) align lam' = lam\n x := lam }\n"
                                        "else { mu ~ exponential(1) align mu' = mu\n x := mu }\n"
                                        "output x",
                                        1, 0, {0});
  REQUIRE(replay.disagreement);
  CHECK(replay.disagreement->condition == Condition::SameLaw);
}

TEST_CASE("different samples: one run stops before it draws") {
  std::string body = "if f[0] >= 1 { stop }\n lam ~ laplace(1) align lam' = lam\n output lam";
  interpreter::Replay second = replayOf(body, 1, 0, {0});
  REQUIRE(second.disagreement);
  CHECK(second.disagreement->condition == Condition::SameSamples);
  CHECK(second.disagreement->description == "run 2 draws lam, which run 1 does not");
  interpreter::Replay first = replayOf(body, 0, 1, {0});
  REQUIRE(first.disagreement);
  CHECK(first.disagreement->condition == Condition::SameSamples);
  CHECK(first.disagreement->description == "run 1 draws lam, which run 2 does not");
}

TEST_CASE("outside the support: one-sided noise and the wrong direction") {
  interpreter::Replay replay =
      replayOf("lam ~ exponential(1) align lam' = lam + f[0] - f'[0]\n output f[0] + lam", 0, 1, {0},
               "f increasing by 1");
  REQUIRE(replay.disagreement);
  CHECK(replay.disagreement->condition == Condition::Support);
  CHECK(replay.disagreement->description ==
        "the alignment moves lam from 0 to -1, outside the support of exponential(1)");
}

TEST_CASE("over the budget: half of the noise that the claim needs") {
  ProgramText program(test::additive("laplace(1 / (2 * eps))", "f changes by 1"));
  interpreter::Replay replay = replayOf(program, {{"eps", {1}}}, {1}, {0}, {0});
  REQUIRE(replay.disagreement);
  CHECK(replay.disagreement->condition == Condition::Cost);
  CHECK(replay.disagreement->description == "the shifts cost 2, more than the claimed 1");
  CHECK(replay.cost == Exact(2));
}

TEST_CASE("a cost of exactly epsilon is within the budget") {
  ProgramText program(test::additive("laplace(1 / eps)", "f changes by 1"));
  CHECK_FALSE(replayOf(program, {{"eps", {Exact(1) / 3}}}, {1}, {0}, {-4}).disagreement);
}

TEST_CASE("undefined: in the second run, in the first, in the alignment") {
  interpreter::Replay second = replayOf("x := 1 div f[0]\n output yes", 1, 0, {});
  REQUIRE(second.disagreement);
  CHECK(second.disagreement->condition == Condition::Defined);
  CHECK(second.disagreement->description == "run 2 divides by zero");
  interpreter::Replay first = replayOf("x := 1 div f[0]\n output yes", 0, 1, {});
  REQUIRE(first.disagreement);
  CHECK(first.disagreement->description == "run 1 divides by zero");
  interpreter::Replay alignment =
      replayOf("lam ~ laplace(1) align lam' = lam + 1 div f'[0]\n output yes", 1, 0, {});
  REQUIRE(alignment.disagreement);
  CHECK(alignment.disagreement->condition == Condition::AlignmentDefined);
  CHECK(alignment.disagreement->description == "the alignment divides by zero");
}

TEST_CASE("branches that publish nothing may differ between the runs") {
  interpreter::Replay replay =
      replayOf("x := 0\n if f[0] > 0 { x := 1 } else { x := 2\n x := x + 1 }\n output yes", 1, 0, {});
  CHECK_FALSE(replay.disagreement);
  std::vector<std::string> rows;
  for (const interpreter::Row &row : replay.rows)
    rows.push_back(shown(row));
  CHECK(rows == std::vector<std::string>{" | x := 0 | x = 0 | x = 0", " | if f[0] > 0 | true | false",
                                         " | x := 2 |  | x = 2", " | x := x + 1 |  | x = 3",
                                         " | x := 1 | x = 1 | ", " | output yes | yes | yes"});
}
