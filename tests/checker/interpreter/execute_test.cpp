// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/execute.h"
#include "tests/checker/interpreter/mechanisms.h"
#include "tests/checker/interpreter/program_text.h"

#include <catch2/catch.hpp>

using namespace plumb;
using interpreter::Exact;
using interpreter::Inputs;
using interpreter::Numbers;
using test::ProgramText;
using test::withHead;

namespace {

interpreter::Execution runOf(const ProgramText &program, const Inputs &inputs, Numbers draws = {}) {
  interpreter::Tape tape(std::move(draws));
  auto result = interpreter::execute(*program, inputs, tape);
  REQUIRE(result);
  return std::move(*result);
}

/// What a program of the usual head publishes for eps = 1 and these answers.
std::string published(const std::string &body, Numbers answers, Numbers draws = {}) {
  ProgramText program(withHead(body));
  auto n = static_cast<std::int64_t>(answers.size());
  interpreter::Execution result =
      runOf(program, {{"eps", {1}}, {"n", {n}}, {"f", std::move(answers)}}, std::move(draws));
  if (result.failure)
    return "fails: " + std::string(description(result.failure->kind));
  return print(result.output);
}

} // namespace

TEST_CASE("the sparse vector technique stops after its last answer above") {
  ProgramText svt(test::asymmetricSvt());
  interpreter::Execution result =
      runOf(svt, {{"eps", {1}}, {"c", {2}}, {"n", {4}}, {"T", {3, 3, 3, 3}}, {"f", {3, 1, 0, 9}}}, {0, 1, 5});
  CHECK(print(result.output) == "out[0] = above(3), out[1] = below, out[2] = above(5)");
  REQUIRE(result.samples.size() == 3);
  CHECK(sampleName(result.samples[1]) == "lam[i=1]");
  CHECK(result.samples[1].scale == Exact(2));
  CHECK(result.samples[1].value == Exact(1));
}

TEST_CASE("the high end of a range is excluded and evaluated once") {
  CHECK(published("x := 3\n for i in 1 .. x { x := 10\n output i }", {}) == "out[1] = 1, out[2] = 2");
  CHECK(published("for i in 2 .. 2 { output i }", {}) == "nothing");
  CHECK(published("for i in 5 .. 2 { output i }", {}) == "nothing");
}

TEST_CASE("the guard of a loop is evaluated before each iteration") {
  CHECK(published("x := 0\n for i in 0 .. 5 while x < 2 { x := x + 1\n output x }", {}) ==
        "out[0] = 1, out[1] = 2");
}

TEST_CASE("the guard of a loop is not evaluated once its range is over") {
  CHECK(published("for i in 0 .. n while f[i] >= 0 { output i }", {4}) == "out[0] = 0");
}

TEST_CASE("arrays start as zeros") {
  CHECK(published("for i in 0 .. n { if f[i] > 1 { v[i] := 5 }\n output v[i] }", {0, 2}) ==
        "out[0] = 0, out[1] = 5");
}

TEST_CASE("an iteration that publishes nothing leaves a cell with none") {
  CHECK(published("for i in 0 .. n { if f[i] > 1 { output hit } }", {0, 2}) == "out[0] = none, out[1] = hit");
}

TEST_CASE("an iteration that does not run leaves no cell") {
  ProgramText program(withHead("for i in 0 .. n { output f[i]\n if f[i] > 1 { stop } }"));
  interpreter::Execution result = runOf(program, {{"eps", {1}}, {"n", {3}}, {"f", {0, 2, 2}}});
  CHECK(print(result.output) == "out[0] = 0, out[1] = 2");
  CHECK_FALSE(result.output.cell(*(*program).transcripts.front(), std::int64_t(2)));
}

TEST_CASE("nested loops publish one cell for each pair of iterations") {
  CHECK(published("for t in 0 .. 2 { for l in 0 .. 2 { output t * 10 + l } }", {}) ==
        "out[0][0] = 0, out[0][1] = 1, out[1][0] = 10, out[1][1] = 11");
}

TEST_CASE("div and mod are Euclidean") {
  CHECK(published("output pair(-7 div 2, -7 mod 2)", {}) == "out = pair(-4, 1)");
  CHECK(published("output pair(7 div -2, 7 mod -2)", {}) == "out = pair(-3, 1)");
}

TEST_CASE("and, or and the conditional evaluate only what they need") {
  CHECK(published("x := n > 5 and f[5] > 0 ? 1 : 2\n output x", {1}) == "out = 2");
  CHECK(published("x := n <= 5 or f[5] > 0 ? 1 : 2\n output x", {1}) == "out = 1");
}

TEST_CASE("top_k orders by value, and ties by the smaller index") {
  ProgramText top(test::asymmetricTopK());
  Inputs inputs{{"eps", {1}}, {"k", {3}}, {"n", {4}}, {"f", {1, 5, 5, 2}}};
  CHECK(print(runOf(top, inputs).output) == "result = indices [1, 2, 3], values [5, 5, 2]");
  CHECK(print(runOf(top, inputs, {9, 0, 0, 3}).output) == "result = indices [0, 1, 2], values [10, 5, 5]");
}

TEST_CASE("what has no meaning is a failure with its place") {
  CHECK(published("x := f[n]\n output x", {1}) == "fails: reads outside an array");
  CHECK(published("x := f[0 - 1]\n output x", {1}) == "fails: reads outside an array");
  CHECK(published("x := 1 div (n - 1)\n output x", {1}) == "fails: divides by zero");
  CHECK(published("x := 1 mod (n - 1)\n output x", {1}) == "fails: divides by zero");
  CHECK(published("lam ~ laplace(n - 1) align lam' = lam\n output lam", {1}) ==
        "fails: draws noise whose scale is not positive");
  CHECK(published("lam ~ laplace(n - 2) align lam' = lam\n output lam", {1}) ==
        "fails: draws noise whose scale is not positive");
  CHECK(published("for i in 0 .. n { v[i] := f[i] }\n return top_k(2, v)", {1}) ==
        "fails: selects more elements than there are, or fewer than none");
  CHECK(published("lam ~ exponential(1) align lam' = lam\n output lam", {1}, {-1}) ==
        "fails: was given noise outside the support of its law");
}

TEST_CASE("a failure points at the words that have no meaning") {
  ProgramText program(withHead("x := 1 + f[n]\n output x"));
  interpreter::Execution result = runOf(program, {{"eps", {1}}, {"n", {0}}, {"f", {}}});
  REQUIRE(result.failure);
  CHECK(program.text(result.failure->range) == "f[n]");
}

TEST_CASE("a run ends at the step limit") {
  ProgramText program(withHead("x := 0\n for i in 0 .. 1000 { x := i }\n output x"));
  auto instance = interpreter::Instance::create(*program, {{"eps", {1}}});
  REQUIRE(instance);
  interpreter::Tape tape({});
  interpreter::Execution result = execute(*instance, {}, tape, interpreter::Tracing::Off, 100);
  REQUIRE(result.failure);
  CHECK(result.failure->kind == interpreter::Failure::Kind::StepLimit);
}

TEST_CASE("divisions of long numbers are steps of a run") {
  ProgramText program(withHead("x := 3\n for i in 0 .. 15 { x := x * x }\n z := 7\n"
                               " for i in 0 .. 13 { z := z * z }\n y := 0\n"
                               " for i in 0 .. 100 { y := x div z mod 5 }\n output y"));
  auto instance = interpreter::Instance::create(*program, {{"eps", {1}}});
  REQUIRE(instance);
  interpreter::Tape tape({});
  interpreter::Execution result = execute(*instance, {}, tape, interpreter::Tracing::Off, 100'000);
  REQUIRE(result.failure);
  CHECK(result.failure->kind == interpreter::Failure::Kind::StepLimit);
}

TEST_CASE("values that do not fit the sizes are refused") {
  ProgramText svt(test::asymmetricSvt());
  CHECK_FALSE(interpreter::Instance::create(*svt, {{"eps", {1}}, {"n", {2}}, {"T", {1}}}));
  CHECK_FALSE(interpreter::Instance::create(*svt, {{"eps", {1}}, {"n", {-1}}}));
  auto instance = interpreter::Instance::create(*svt, {{"eps", {1}}, {"n", {2}}});
  REQUIRE(instance);
  CHECK_FALSE(instance->answers({{"f", {1}}}));
  CHECK(instance->answers({{"f", {1, 2}}}));
}

TEST_CASE("requirements are evaluated, quantifiers included") {
  ProgramText program("mechanism m(eps: real, n: int, T: int[n], f: query)\n"
                      "  requires eps > 0, forall i in 0 .. n: T[i] >= i\n"
                      "  adjacency f decreasing by 1\n"
                      "  guarantees private(eps)\n"
                      "{ lam ~ exponential(1 / eps) align lam' = lam + f - f'\n output f + lam }\n");
  auto holds = [&](Numbers thresholds) {
    auto n = static_cast<std::int64_t>(thresholds.size());
    auto instance =
        interpreter::Instance::create(*program, {{"eps", {1}}, {"n", {n}}, {"T", std::move(thresholds)}});
    REQUIRE(instance);
    return requirementsHold(*instance);
  };
  CHECK(holds({}));
  CHECK(holds({0, 1, 2}));
  CHECK_FALSE(holds({0, 0, 2}));
}
