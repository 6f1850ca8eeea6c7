// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/neighbours.h"
#include "checker/interpreter/replay.h"
#include "tests/checker/interpreter/fixed_seed.h"
#include "tests/checker/interpreter/mechanisms.h"
#include "tests/checker/interpreter/program_text.h"

#include <catch2/catch.hpp>

using namespace plumb;
using interpreter::Exact;
using interpreter::Numbers;
using test::ProgramText;

namespace {

Numbers numbers(std::size_t count, std::int64_t low, std::int64_t high) {
  auto values = *rc::gen::container<std::vector<std::int64_t>>(count, rc::gen::inRange(low, high + 1));
  return Numbers(values.begin(), values.end());
}

std::string chosen(std::initializer_list<std::string> words) {
  return *rc::gen::elementOf(std::vector<std::string>(words));
}

std::string term() {
  return chosen({"x", "y", "f[i]", "i", "x + y", "x - f[i]", "2 * y", "max(x, y)", "x mod 3", "abs(y)"});
}

/// Assignments, samples with the identity as alignment, branches; always defined.
std::string statement(int number) {
  std::string name = "lam" + std::to_string(number);
  switch (*rc::gen::inRange(0, 4)) {
  case 0:
    return "    " + chosen({"x", "y"}) + " := " + term() + "\n";
  case 1:
    return "    if " + term() + " < " + term() + " { x := " + term() + " } else { y := " + term() + " }\n";
  default:
    return "    " + name + " ~ " + chosen({"laplace(1 / eps)", "exponential(2)", "laplace(i + 1)"}) +
           " align " + name + "' = " + name + "\n    x := x + " + name + "\n";
  }
}

std::string randomProgram() {
  std::string body;
  int statements = *rc::gen::inRange(1, 6);
  for (int i = 0; i < statements; ++i)
    body += statement(i);
  return test::withHead("  x := 0\n  y := 1\n"
                        "  for i in 0 .. n while x < 10 {\n" +
                        body + "    if " + term() + " <= " + term() + " { output a(x) } else { output b }\n" +
                        "  }\n  return y\n");
}

/// Answers D and D' with 0 <= D - D' <= 1.
std::pair<Numbers, Numbers> decreasingByOne(std::size_t n) {
  Numbers second = numbers(n, 0, 4), difference = numbers(n, 0, 1), first;
  for (std::size_t i = 0; i < n; ++i)
    first.push_back(second[i] + difference[i]);
  return {first, second};
}

} // namespace

TEST_CASE("a run is determined by its inputs and its noise") {
  CHECK(test::holds([] {
    ProgramText program(randomProgram());
    auto instance = interpreter::Instance::create(*program, {{"eps", {1}}, {"n", {3}}});
    Numbers answers = numbers(3, 0, 4), draws = numbers(20, 0, 5);
    interpreter::Tape once(draws), twice(draws);
    interpreter::Execution first = execute(*instance, answers, once),
                           second = execute(*instance, answers, twice);
    RC_ASSERT(!first.failure);
    RC_ASSERT(first.output == second.output);
    RC_ASSERT(first.state == second.state);
    RC_ASSERT(first.samples.size() == second.samples.size());
  }));
}

TEST_CASE("the identity alignment agrees on one dataset and costs nothing") {
  CHECK(test::holds([] {
    ProgramText program(randomProgram());
    auto instance = interpreter::Instance::create(*program, {{"eps", {1}}, {"n", {3}}});
    Numbers answers = numbers(3, 0, 4);
    interpreter::Replay replay = alignedReplay(*instance, answers, answers, numbers(20, 0, 5));
    RC_ASSERT(!replay.disagreement);
    RC_ASSERT(replay.cost.isZero());
    RC_ASSERT(replay.first.output == replay.secondOutput);
  }));
}

TEST_CASE("the alignment of the asymmetric sparse vector technique never fails") {
  ProgramText svt(test::asymmetricSvt());
  CHECK(test::holds([&] {
    auto n = *rc::gen::inRange<std::int64_t>(0, 6);
    auto size = static_cast<std::size_t>(n);
    auto instance = interpreter::Instance::create(*svt, {{"eps", {Exact(*rc::gen::inRange(1, 5)) / 3}},
                                                         {"c", {*rc::gen::inRange<std::int64_t>(1, 4)}},
                                                         {"n", {n}},
                                                         {"T", numbers(size, 0, 5)}});
    auto [first, second] = decreasingByOne(size);
    RC_ASSERT(areNeighbours(*instance, first, second));
    RC_ASSERT(!alignedReplay(*instance, first, second, numbers(size, 0, 4)).disagreement);
  }));
}

TEST_CASE("the alignment of the asymmetric noisy top k never fails") {
  ProgramText top(test::asymmetricTopK());
  CHECK(test::holds([&] {
    auto n = *rc::gen::inRange<std::int64_t>(1, 6);
    auto size = static_cast<std::size_t>(n);
    auto instance = interpreter::Instance::create(
        *top, {{"eps", {1}}, {"k", {*rc::gen::inRange<std::int64_t>(1, n + 1)}}, {"n", {n}}});
    auto [first, second] = decreasingByOne(size);
    RC_ASSERT(!alignedReplay(*instance, first, second, numbers(size, 0, 4)).disagreement);
  }));
}
