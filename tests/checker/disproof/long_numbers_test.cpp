// SPDX-License-Identifier: Apache-2.0
#include "checker/disproof/paths.h"
#include "checker/witness/runs.h"
#include "tests/checker/disproof/question_text.h"

#include <catch2/catch.hpp>

using namespace plumb;
using interpreter::Instance;
using interpreter::Numbers;
using test::ProgramText;

namespace {

/// Works on \p term 900 times; x and z have some 50,000 and 25,000 bits.
std::string working(const std::string &term) {
  return "mechanism m(eps: real, f: query)\n"
         "  requires eps > 0\n"
         "  adjacency f changes by 1\n"
         "  guarantees private(eps)\n"
         "{\n"
         "  x := 3\n"
         "  for a in 0 .. 15 { x := x * x }\n"
         "  z := 3\n"
         "  for b in 0 .. 14 { z := z * z }\n"
         "  y := max(k in 0 .. 900: " +
         term +
         ")\n"
         "  lam ~ laplace(1 / eps) align lam' = lam + f - f'\n"
         "  output f + lam\n"
         "}\n";
}

} // namespace

TEST_CASE("long numbers are paid for by length, by both who execute without knowing the draws") {
  for (const auto &[term, isCheap] : std::initializer_list<std::pair<const char *, bool>>{
           {"k * 3", true},
           {"k div 3", true},
           {"x * z", false},
           {"x div z div (k + 1)", false},
           {"x mod z", false},
           {"real(x) / real(z)", false},
       }) {
    INFO(term);
    ProgramText program(working(term));
    auto instance = Instance::create(*program, {{"eps", {1}}});
    REQUIRE(instance);
    disproof::Work work(20'000);
    const auto words = disproof::wordsOn(*instance, Numbers{0}, 0, 4, work);
    CHECK(words.empty() == !isCheap);
    CHECK(work.isSpent() == !isCheap);
    const witness::Runs runs = witness::runsTo(
        *instance, Numbers{0}, test::wordOf(*program, {{"value", {"0"}}}), false, std::nullopt);
    CHECK(runs.obstacle.value_or("") == (isCheap ? "" : "too many statements"));
  }
}

TEST_CASE("a number with noise of a law over the reals has a likelihood") {
  for (const char *law : {"laplace", "gumbel", "logistic"}) {
    INFO(law);
    ProgramText program("mechanism m(eps: real, f: query)\n"
                        "  requires eps > 0\n"
                        "  adjacency f changes by 1\n"
                        "  guarantees private(eps)\n"
                        "{\n"
                        "  lam: real ~ " +
                        std::string(law) +
                        "(1 / eps) align lam' = lam\n"
                        "  output real(f) + lam\n"
                        "}\n");
    auto instance = Instance::create(*program, {{"eps", {1}}});
    REQUIRE(instance);
    disproof::Work work(20'000);
    const auto words = disproof::wordsOn(*instance, Numbers{0}, 0, 4, work);
    REQUIRE_FALSE(words.empty());
    const disproof::Question question{*instance, {0}, {1}, words.front(), std::nullopt};
    CHECK(disproof::roughLoss(question, work).has_value());
  }
}
