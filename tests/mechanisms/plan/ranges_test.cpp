// SPDX-License-Identifier: Apache-2.0
#include "mechanisms/plan/value_ranges.h"
#include "tests/mechanisms/emit/analyzed.h"

#include <catch2/catch.hpp>

using namespace plumb;
using plan::powerOfTwo;
using plan::Range;

namespace {

/// The ranges of the variables of a program.
class Program {
public:
  explicit Program(const std::string &body, const std::string &requirements = "eps > 0")
      : program("mechanism m(eps: real, k: int, n: int, w: int[n], f: query[n])\n  requires " + requirements +
                "\n  adjacency f changes by 1\n  guarantees private(eps)\n{\n" + body + "\n}\n"),
        premises(*program), ranges(*program, &premises) {}

  std::optional<Range> operator[](const std::string &name) const { return ranges.of(program.variable(name)); }
  std::optional<Range> stored(const std::string &name) const { return ranges.stored(program.variable(name)); }
  std::size_t limits() const { return ranges.limits().size(); }

private:
  test::Analyzed program;
  plan::Premises premises;
  plan::ValueRanges ranges;
};

} // namespace

static const Integer least = -powerOfTwo(63), largest = powerOfTwo(63) - 1;

TEST_CASE("interval arithmetic encloses every result") {
  auto draw = [state = 1U](int width) mutable {
    state = state * 1103515245U + 12345U;
    return static_cast<int>((state >> 16) % static_cast<unsigned>(2 * width + 1)) - width;
  };
  auto holds = [](const Range &range, const Integer &value) {
    return range.low <= value && value <= range.high;
  };
  for (int round = 0; round < 3000; ++round) {
    int a = draw(9), b = draw(9), c = draw(9), d = draw(9);
    Range left{std::min(a, b), std::max(a, b)}, right{std::min(c, d), std::max(c, d)};
    for (Integer x = left.low; x <= left.high; ++x)
      for (Integer y = right.low; y <= right.high; ++y) {
        bool enclosed = holds(left + right, x + y) && holds(left - right, x - y) &&
                        holds(left * right, x * y) && holds(-left, -x) && holds(absolute(left), abs(x)) &&
                        holds(minimum(left, right), std::min(x, y)) &&
                        holds(maximum(left, right), std::max(x, y)) && holds(join(left, right), x);
        if (y != 0) {
          Integer rest = x % abs(y);
          rest = rest < 0 ? Integer(rest + abs(y)) : rest;
          enclosed =
              enclosed && holds(remainder(left, right), rest) && holds(quotient(left, right), (x - rest) / y);
        }
        if (!enclosed)
          FAIL("x = " << x << ", y = " << y);
      }
  }
}

TEST_CASE("premises bound parameters, also through each other") {
  Program program("output f[0]", "eps > 0, 3 <= k, k < n, n <= 100");
  CHECK(program["k"] == Range{3, 100});
  CHECK(program["n"] == Range{4, 100});
  CHECK(program["w"] == Range{least, largest});
}

TEST_CASE("what is halved in a circle does not grow") {
  const auto searched = [](const std::string &middle) {
    return "  low := 0\n  high := k\n  mid := 0\n  for i in 0 .. n {\n    mid := " + middle +
           "\n    a ~ laplace(n / eps) align a' = a\n"
           "    if f[i] + a >= 0 { high := mid } else { low := mid }\n  }\n  output low";
  };
  const std::string premises = "eps > 0, n >= 1, 0 <= k, k <= 1000";
  Program halved(searched("(low + high) div 2"), premises);
  CHECK(halved["low"] == Range{-1000, 1000});
  CHECK(halved["mid"] == Range{-1000, 1000});
  CHECK(halved.limits() == 0);
  CHECK(Program(searched("(low + high) div -2"), premises)["mid"] == Range{-1000, 1000});
  CHECK(Program(searched("(low + high + 1) div 2"), premises)["mid"]->high > 1000);
  CHECK_FALSE(Program(searched("(low + high + high) div 2"), premises)["mid"]);
  CHECK_FALSE(Program(searched("(low + high) div (k + 1)"), premises)["mid"]);
  CHECK(Program(searched("(low + high) div (k + 2)"), premises)["mid"] == Range{-1000, 1000});
}

TEST_CASE("a disjunction bounds nothing") {
  CHECK(Program("output f[0]", "eps > 0, k >= 1 or n >= 1")["k"] == Range{least, largest});
  CHECK(Program("output f[0]", "eps > 0, n >= 1 implies k >= 1")["k"] == Range{least, largest});
}

TEST_CASE("counts are 64-bit integers and noise has the runtime's bound") {
  Program program("  a ~ exponential(1 / eps) align a' = a\n  b ~ laplace(1 / eps) align b' = b\n"
                  "  c ~ neg_exponential(1 / eps) align c' = c\n  x := f[0] + a\n  output x");
  CHECK(program["f"] == Range{least, largest});
  CHECK(program["a"] == Range{0, powerOfTwo(97)});
  CHECK(program["b"] == plan::symmetric(powerOfTwo(97)));
  CHECK(program["c"] == Range{-powerOfTwo(97), 0});
  CHECK(program["x"] == Range{least, largest + powerOfTwo(97)});
}

TEST_CASE("a loop index stays below the end, and its variable reaches it") {
  Program program("  for i in 0 .. n + 1 { x := i }\n  output f[0]");
  CHECK(program["i"] == Range{0, largest});
  CHECK(program.stored("i") == Range{least + 1, largest + 1});
  // Zero, because every variable starts there.
  CHECK(program["x"] == Range{0, largest});
}

TEST_CASE("a start that lies beyond the end still fits into the variable") {
  Program program("  for i in 4 * n .. 10 { x := i }\n  output f[0]", "eps > 0, n >= 0");
  CHECK(program.stored("i") == Range{0, 4 * largest});
}

TEST_CASE("counters grow by one per assignment of a lifetime") {
  Program program("  x := 0\n  for i in 0 .. n { x := x + 1 }\n  output f[0]");
  CHECK(program["x"] == plan::symmetric(powerOfTwo(60)));
  CHECK(program.limits() == 0);
}

TEST_CASE("a running maximum does not grow at all") {
  Program program("  x := 0\n  for i in 0 .. n { x := max(x, f[i]) }\n  output x");
  CHECK(program["x"] == plan::symmetric(powerOfTwo(63)));
}

TEST_CASE("variables that are assigned from each other share one bound") {
  Program program("  x := 0\n  y := 0\n  for i in 0 .. n { x := y + f[i]  y := x - 1 }\n  output x");
  CHECK(program["x"] == plan::symmetric(powerOfTwo(123)));
  CHECK(program["y"] == program["x"]);
  CHECK(program.limits() == 0);
}

TEST_CASE("sums of noise are bounded by a limit on their terms") {
  Program program(
      "  x := 0\n  for i in 0 .. n { lam ~ laplace(1 / eps) align lam' = lam  x := x + lam }\n  output x");
  CHECK(program["x"] == plan::symmetric(powerOfTwo(121)));
  CHECK(program.limits() == 1);
}

TEST_CASE("what doubles has no bound, and nothing computed from it has") {
  Program program("  x := 1\n  for i in 0 .. n { x := x + x }\n  y := x - 1\n  z := x mod 7\n  output f[0]");
  CHECK_FALSE(program["x"]);
  CHECK_FALSE(program["y"]);
  CHECK_FALSE(program["z"]);
}

TEST_CASE("an aggregate lies where its body lies, its position in its range") {
  Program program("  x := max(i in k .. n: w[i] + i)\n  y := argmin(j in k .. n where j > 3: 7)\n  output x",
                  "eps > 0, 1 <= k, k <= 5, 5 <= n, n <= 10");
  CHECK(program["i"] == Range{1, 9});
  CHECK(program.stored("i") == Range{1, 10});
  // Zero, because every variable starts there.
  CHECK(program["x"] == Range{least + 1, largest + 9});
  CHECK(program["y"] == Range{0, 9});
}

TEST_CASE("aggregates in a circle of assignments grow as their parts do") {
  Program still("  x := 0\n  for i in 0 .. n { x := max(j in 0 .. n: max(x, f[j])) }\n  output x");
  CHECK(still["x"] == plan::symmetric(powerOfTwo(63)));
  Program counting("  x := 0\n  for i in 0 .. n { x := argmax(j in 0 .. x + 2: f[0] + j) }\n  output x");
  REQUIRE(counting["x"]);
  CHECK(counting["x"]->high >= powerOfTwo(60));
  CHECK_FALSE(Program("  x := 1\n  for i in 0 .. n { x := max(j in 0 .. 2 * x: j) }\n  output f[0]")["x"]);
}

TEST_CASE("squares in a circle have no bound") {
  CHECK_FALSE(Program("  x := 1\n  for i in 0 .. n { x := x * x }\n  output f[0]")["x"]);
}

TEST_CASE("elements of arrays are bounded together") {
  Program program(
      "  for i in 0 .. n { s[i] := f[i] * 4 }\n  for i in 0 .. n { s[i] := -w[i] }\n  output s[0]");
  CHECK(program["s"] == Range{4 * least, 4 * largest});
}

TEST_CASE("sums of sums fit if both are limited") {
  const Program nested("x := 0\ny := 0\nfor i in 0 .. n { lam ~ laplace(1 / eps) align lam' = lam\n"
                       "x := x + f[i]  y := y + x + lam }\noutput y");
  REQUIRE(nested["y"]);
  CHECK(nested["x"] == plan::symmetric(powerOfTwo(63 + 24)));
  CHECK(nested.limits() == 2);
  // Without the second sum the first one needs no limit.
  const Program alone("x := 0\nfor i in 0 .. n { x := x + f[i] }\noutput x > 0");
  CHECK(alone["x"] == plan::symmetric(powerOfTwo(63 + 60)));
  CHECK(alone.limits() == 0);
  // Where no limit helps there is none.
  const Program hopeless("x := 1\ny := 0\nfor i in 0 .. n { x := 2 * x  y := y + f[i] }\noutput x > y");
  CHECK_FALSE(hopeless["x"]);
  CHECK(hopeless["y"]);
  CHECK(hopeless.limits() == 0);
}
