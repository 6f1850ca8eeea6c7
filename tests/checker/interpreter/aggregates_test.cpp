// SPDX-License-Identifier: Apache-2.0
#include "checker/interpreter/execute.h"
#include "tests/checker/interpreter/fixed_seed.h"
#include "tests/checker/interpreter/program_text.h"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace plumb;
using test::ProgramText;

namespace {

using Values = std::vector<std::int64_t>;

/// What a program of the usual head with a parameter c publishes on answers \p f.
std::string published(const ProgramText &program, std::int64_t c, const Values &f) {
  interpreter::Tape tape({});
  auto n = static_cast<std::int64_t>(f.size());
  auto result = interpreter::execute(
      *program, {{"c", {c}}, {"n", {n}}, {"f", interpreter::Numbers(f.begin(), f.end())}}, tape);
  REQUIRE(result);
  if (result->failure)
    return "fails: " + std::string(description(result->failure->kind));
  return print(result->output);
}

std::string published(const std::string &body, std::int64_t c, const Values &f) {
  return published(ProgramText("mechanism m(c: int, n: int, f: query[n])\n adjacency f decreasing by 1\n"
                               " guarantees private(1)\n{\n" +
                               body + "\n}\n"),
                   c, f);
}

/// The indices from \p low on, below \p high, whose value is at least \p least, by their value; equal ones in
/// the order of the indices.
std::vector<std::int64_t> ranked(const Values &f, std::int64_t low, std::int64_t high, std::int64_t least) {
  std::vector<std::int64_t> indices;
  for (std::int64_t i = low; i < high; ++i)
    if (f.at(static_cast<std::size_t>(i)) >= least)
      indices.push_back(i);
  std::stable_sort(indices.begin(), indices.end(), [&](std::int64_t a, std::int64_t b) {
    return f[static_cast<std::size_t>(a)] < f[static_cast<std::size_t>(b)];
  });
  return indices;
}

} // namespace

TEST_CASE("aggregates and sums agree with sorting and adding") {
  ProgramText program("mechanism m(c: int, n: int, f: query[n])\n adjacency f decreasing by 1\n"
                      " guarantees private(1)\n{\n"
                      "  s := sum(k in 1 .. n - 1 where f[k] >= c: f[k] * k)\n"
                      "  output (max(k in 1 .. n - 1 where f[k] >= c: f[k]),\n"
                      "          min(k in 1 .. n - 1 where f[k] >= c: f[k]),\n"
                      "          argmax(k in 1 .. n - 1 where f[k] >= c: f[k]),\n"
                      "          argmin(k in 1 .. n - 1 where f[k] >= c: f[k]), s)\n}\n");
  int undefined = 0;
  CHECK(test::holds([&] {
    auto f = *rc::gen::container<Values>(rc::gen::inRange<std::int64_t>(-3, 4));
    auto c = *rc::gen::inRange<std::int64_t>(-3, 4);
    auto size = static_cast<std::int64_t>(f.size());
    std::vector<std::int64_t> order = ranked(f, 1, size - 1, c);
    undefined += order.empty() ? 1 : 0;
    if (order.empty()) {
      RC_ASSERT(published(program, c, f) == "fails: looks for the largest or smallest of no values");
      return;
    }
    auto value = [&](std::int64_t i) { return f[static_cast<std::size_t>(i)]; };
    std::int64_t sum = 0;
    for (std::int64_t i : order)
      sum += value(i) * i;
    // Of equal values the first index is meant also for the largest.
    std::int64_t largest = *std::find_if(order.begin(), order.end(),
                                         [&](std::int64_t i) { return value(i) == value(order.back()); });
    std::string expected = "out = (";
    for (std::int64_t part : {value(order.back()), value(order.front()), largest, order.front()})
      expected += std::to_string(part) + ", ";
    RC_ASSERT(published(program, c, f) == expected + std::to_string(sum) + ")");
  }));
  CHECK(undefined > 10);
  CHECK(undefined < 150);
}

TEST_CASE("the body is evaluated only where the condition holds") {
  CHECK(published("output max(k in 0 .. n where f[k] != 0: 6 div f[k])", 0, {0, 2, 3}) == "out = 3");
  CHECK(published("output max(k in 0 .. n: 6 div f[k])", 0, {0, 2, 3}) == "fails: divides by zero");
  CHECK(published("output max(k in 0 .. n + 1: f[k])", 0, {0, 2, 3}) == "fails: reads outside an array");
  CHECK(published("output max(k in 0 .. n + 1 where k < n: f[k])", 0, {0, 2, 3}) == "out = 3");
}

TEST_CASE("an index is bound in its own aggregate only") {
  CHECK(published("output argmax(k in 0 .. n: max(j in 0 .. n where j != k: f[j]))", 0, {5, 9, 1}) ==
        "out = 0");
  CHECK(published("output max(k in 0 .. n: f[k]) - min(k in 0 .. n: f[k])", 0, {5, 9, 1}) == "out = 8");
  CHECK(published("output max(k in 0 .. argmin(f): f[k])", 0, {5, 9, 1}) == "out = 9");
  CHECK(published("output argmin(f)", 0, {5, 1, 1}) == "out = 1");
}

TEST_CASE("the sum of nothing is zero, the largest of nothing is undefined") {
  CHECK(published("s := sum(k in 2 .. 1: 7)\noutput s", 0, {}) == "out = 0");
  CHECK(published("output argmax(k in 2 .. 2: 7)", 0, {}) ==
        "fails: looks for the largest or smallest of no values");
  CHECK(published("output max(k in 0 .. c: k)", 5000000, {}) == "fails: takes too many steps");
  CHECK(published("output max(k in 0 - c .. c: k)", -5000000, {}) ==
        "fails: looks for the largest or smallest of no values");
}

TEST_CASE("a returned tuple is published and ends the run") {
  CHECK(published("if n > 0 { return (f[0], n) }\noutput (0, 0)", 0, {4}) == "out = (4, 1)");
  CHECK(published("if n > 0 { return (f[0], n) }\noutput (0, 0)", 0, {}) == "out = (0, 0)");
  CHECK(published("for i in 0 .. n { if f[i] > 3 { return (i, f[i]) } }", 0, {1, 4, 5}) ==
        "out[0] = none, out[1] = (1, 4)");
}
