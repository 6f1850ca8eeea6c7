// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/violation.h"
#include "tests/checker/interpreter/program_text.h"

#include <catch2/catch.hpp>

using namespace plumb;

namespace {

/// Of a violation that has to be found.
disproof::ToldReach reachOf(const std::string &text) {
  test::ProgramText program(text);
  auto violation = disproof::examine(*program, nullptr).violation;
  INFO(text);
  REQUIRE(violation);
  return violation->reach;
}

std::string mechanism(const std::string &body, const std::string &requires_ = "n >= 1",
                      const std::string &claim = "eps") {
  return "mechanism m(eps: real, n: int, f: query real[n])\n  requires eps > 0, " + requires_ +
         "\n  adjacency f changes by 1\n  guarantees private(" + claim + ")\n{\n" + body + "\n}\n";
}

std::string drawn(const std::string &scale) {
  return "lam: real ~ laplace(" + scale + ") align lam' = lam\n";
}

const std::string each = "for i in 0 .. n {\n" + drawn("1 / eps") + "output f[i] + lam }";

} // namespace

TEST_CASE("a violation in the first iterations is one at every larger size") {
  const auto reach = reachOf(mechanism(each));
  REQUIRE(reach.sizes);
  CHECK(reach.sizes->size == "n");
  CHECK(reach.sizes->least == "2");
  CHECK(reach.sizes->word == "out[0] = 0, out[1] = 0");
  // Also where something is published behind the loop, which no beginning has.
  const auto more = reachOf(
      mechanism(each + "\nfor j in 0 .. 1 { mu: real ~ laplace(1 / eps) align mu' = mu  output mu }"));
  REQUIRE(more.sizes);
  CHECK(more.sizes->least == "2");
  // The requirement holds from the size on at which it holds first.
  const auto later = reachOf(mechanism(each, "n > 3"));
  REQUIRE(later.sizes);
  CHECK(later.sizes->least == "4");
}

TEST_CASE("nothing is said of all sizes where a size decides more than how many answers there are") {
  for (const std::string &text :
       {// The noise, the guarantee, a condition, an element, the sum of all answers.
        mechanism("for i in 0 .. n {\n" + drawn("n / (4 * eps)") + "output f[i] + lam }"),
        mechanism(each, "n >= 1", "eps * n / 2"),
        mechanism("for i in 0 .. n {\n" + drawn("1 / eps") +
                  "if n < 9 { output f[i] + lam } else { output lam } }"),
        mechanism("for i in 0 .. n {\n" + drawn("1 / eps") + "output f[n - 1 - i] + lam }"),
        mechanism("s := 0.0\nfor i in 0 .. n { s := s + f[i] }\nfor i in 0 .. n {\n" + drawn("1 / eps") +
                  "output s + lam }"),
        // Sizes that are not allowed.
        mechanism(each, "n >= 1, n <= 4"), mechanism(each, "n = 3")})
    CHECK_FALSE(reachOf(text).sizes);
  // What is published once tells of all answers.
  CHECK_FALSE(reachOf(mechanism("s := 0.0\nfor i in 0 .. n { s := s + f[i] }\n" + drawn("1 / eps") +
                                "output s + lam"))
                  .sizes);
}

TEST_CASE("a violation for every budget: what is impossible stays so, and what is shifted costs as much") {
  const auto twice = reachOf(mechanism(drawn("1 / (2 * eps)") + "output f[0] + lam"));
  REQUIRE(twice.budgets);
  CHECK(twice.budgets->budget == "eps");
  CHECK(twice.budgets->loss == "2");
  const auto impossible = reachOf(mechanism(drawn("1 / eps") + "output both(lam, f[0] + lam)"));
  REQUIRE(impossible.budgets);
  CHECK(impossible.budgets->loss == "infinite");
}

TEST_CASE("nothing is said of all budgets where they decide more, or the loss is no multiple of them") {
  for (const std::string &text :
       {// A condition; a scale that falls with the square of the budget, and one that it does not change.
        mechanism(drawn("1 / (2 * eps)") + "if eps < 5 { output f[0] + lam } else { output lam }"),
        mechanism(drawn("1 / (4 * eps * eps)") + "output f[0] + lam"),
        mechanism(drawn("1 / 4.0") + "output f[0] + lam"),
        // Probabilities of comparisons are no powers of e.
        mechanism(drawn("1 / (4 * eps)") + "if f[0] + lam >= 0.0 { output above } else { output below }")})
    CHECK_FALSE(reachOf(text).budgets);
}
