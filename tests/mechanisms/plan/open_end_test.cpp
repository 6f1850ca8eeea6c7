// SPDX-License-Identifier: Apache-2.0
//
// Which streams have to be told beforehand how long they are.
#include "mechanisms/plan/mechanism_plan.h"
#include "tests/mechanisms/emit/analyzed.h"

#include <catch2/catch.hpp>

using namespace plumb;

namespace {

/// A stream of n answers, with a place for each thing that could depend on n.
struct Parts {
  std::string parameters = "eps: real, k: int", requirements = "eps > 0", bound = "1", price = "eps",
              inFront = "told := 0", end = "n", scale = "1 / eps", threshold = "k";
};

} // namespace

static std::string openEnd(const Parts &parts) {
  const test::Analyzed program("mechanism m(" + parts.parameters + ", n: size, f: query[n])\n  requires " +
                               parts.requirements + "\n  adjacency f changes by " + parts.bound +
                               "\n  guarantees private(" + parts.price + ")\n{\n  " + parts.inFront +
                               "\n  for t in 0 .. " + parts.end + " {\n    lam ~ laplace(" + parts.scale +
                               ")   align lam' = lam\n    if f[t] + lam >= " + parts.threshold +
                               " { output above }\n    else { output below }\n  }\n}\n");
  const plan::TermPlan plan(*program);
  REQUIRE(plan.stream);
  return plan.stream->openEnd ? plan.stream->openEnd->name : "";
}

TEST_CASE("a parameter that ends the loop and nothing else need not be named") {
  CHECK(openEnd({}) == "n");
  for (const std::string premise : {"n >= 1", "n > k", "k <= n", "3 < n", "n >= k * k"}) {
    INFO(premise);
    Parts parts;
    parts.requirements += ", " + premise;
    CHECK(openEnd(parts) == "n");
  }
}

TEST_CASE("what bounds, scales, pays or decides makes a stream one that ends") {
  const auto refused = [](std::string Parts::*part, const std::string &text) {
    INFO(text);
    Parts parts;
    parts.*part = text;
    CHECK(openEnd(parts).empty());
  };
  for (const std::string premise : {"n <= 1000", "n <= k", "k > n", "n = k", "n mod 2 = 0", "n >= n * k",
                                    "forall i in 0 .. n: i < k", "n >= 1 or k > 0", "not (n > k)", "n != 7"})
    refused(&Parts::requirements, "eps > 0, " + premise);
  refused(&Parts::bound, "n");
  refused(&Parts::price, "n * eps");
  refused(&Parts::price, "eps + n");
  refused(&Parts::scale, "n / eps");
  refused(&Parts::threshold, "n");
  refused(&Parts::threshold, "(t = n - 1 ? 0 : k)");
  refused(&Parts::inFront, "told := n");
  refused(&Parts::inFront, "for i in 0 .. n { seen[i] := 0 }");
  refused(&Parts::end, "n - 1");
  refused(&Parts::end, "k");
  refused(&Parts::parameters, "eps: real, k: int, w: int[n]");
}

TEST_CASE("sums that the constructor has to limit make a stream one that ends") {
  Parts parts;
  parts.inFront = "total := 0";
  parts.threshold = "total { total := total + lam }\n    if k > 0";
  CHECK(openEnd(parts).empty());
}

TEST_CASE("a size of the file is the same in records, queries and the mechanism") {
  const auto openEndOf = [](const std::string &field, const std::string &where, const std::string &premise) {
    const test::Analyzed program(
        "size n\nrecord R { t: int" + field +
        " }\npolicy p on R { sensitive t }\nquery f[i in 0 .. n] = count r: R where " + where +
        "\nmechanism m(eps: real)\n  requires eps > 0" + premise +
        "\n  adjacency replace R under p\n  guarantees private(2 * eps)\n{\n  for t in 0 .. n {\n" +
        "    lam ~ laplace(1 / eps)   align lam' = lam\n    output f[t] + lam\n  }\n}\n");
    const plan::TermPlan plan(*program);
    REQUIRE(plan.stream);
    return plan.stream->openEnd != nullptr;
  };
  CHECK(openEndOf("", "r.t = i", ""));
  CHECK(openEndOf(" in 0 .. 5", "r.t = i", ", forall r in data: r.t >= 0"));
  CHECK_FALSE(openEndOf(" in 0 .. n", "r.t = i", ""));
  CHECK_FALSE(openEndOf("", "r.t = i and i < n - 1", ""));
  CHECK_FALSE(openEndOf("", "r.t = i", ", forall r in data: r.t < n"));
  CHECK_FALSE(openEndOf("", "r.t = i", ", forall r in data, i in 0 .. n: r.t <= i + 5"));
}
