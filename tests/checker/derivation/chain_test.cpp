// SPDX-License-Identifier: Apache-2.0
#include "checker/derivation/chain.h"
#include "checker/derivation/search.h"

#include <algorithm>
#include <catch2/catch.hpp>

namespace plumb::derivation {

namespace {

using kernel::Term;

/// Integers a, b, c.
struct Numbers {
  kernel::Terms terms;
  Term a = terms.variable("a", kernel::Sort::Int), b = terms.variable("b", kernel::Sort::Int),
       c = terms.variable("c", kernel::Sort::Int);

  std::optional<Chain> chain(const kernel::Obligation &obligation) {
    const auto steps = derive(terms, obligation, false);
    return steps ? chainOf(terms, obligation, *steps) : std::nullopt;
  }
};

bool rests(const Inequality &one, Given::Kind kind, std::size_t number) {
  return one.grounds.from.count({kind, number}) != 0;
}

} // namespace

TEST_CASE("a chain says which hypotheses it adds up") {
  Numbers on;
  const auto chain =
      on.chain({"o",
                {on.terms.lessEqual(on.c, on.a), on.terms.lessEqual(on.a, on.b), on.terms.less(on.b, on.c)},
                on.terms.less(on.b, on.a)});
  // a <= b < c <= a: a contradiction of hypotheses, so the goal may or may not be among what is added.
  REQUIRE(chain);
  REQUIRE(chain->leaves.size() == 1);
  CHECK(kernel::isAbsurd(sumOf(chain->leaves[0].inequalities, chain->leaves[0].sum)));
}

TEST_CASE("the contrary of the goal is one of the inequalities") {
  Numbers on;
  const auto chain =
      on.chain({"o", {on.terms.lessEqual(on.a, on.b), on.terms.less(on.b, on.c)}, on.terms.less(on.a, on.c)});
  REQUIRE(chain);
  REQUIRE(chain->leaves.size() == 1);
  const Leaf &leaf = chain->leaves[0];
  CHECK(leaf.sum.size() == 3);
  for (const auto kind : {Given::Kind::Hypothesis, Given::Kind::Goal})
    CHECK(std::any_of(leaf.inequalities.begin(), leaf.inequalities.end(),
                      [&](const Inequality &one) { return rests(one, kind, 0); }));
  CHECK(kernel::isAbsurd(sumOf(leaf.inequalities, leaf.sum)));
}

TEST_CASE("cases end one by one, and each names what it assumes") {
  Numbers on;
  const Term zero = on.terms.integer(0), isNegative = on.terms.less(on.a, zero);
  // |a| >= a
  const Term size = on.terms.ite(isNegative, on.terms.minus(on.a), on.a);
  const auto chain = on.chain({"o", {}, on.terms.lessEqual(on.a, size)});
  REQUIRE(chain);
  CHECK(chain->leaves.size() == 2);
  for (const Leaf &leaf : chain->leaves)
    CHECK(kernel::isAbsurd(sumOf(leaf.inequalities, leaf.sum)));
}

TEST_CASE("of what is supposed to be false each part is a supposition of its own") {
  Numbers on;
  // a < b or a < c, since a < b: the other part is not supposed.
  const Term first = on.terms.less(on.a, on.b), second = on.terms.less(on.a, on.c);
  const auto chain = on.chain({"o", {first}, on.terms.disjunction({first, second})});
  REQUIRE(chain);
  REQUIRE(chain->leaves.size() == 1);
  std::vector<Literal> supposed;
  for (const Given &ground : chain->leaves[0].grounds)
    if (ground.kind == Given::Kind::Goal)
      supposed.push_back(chain->suppositions.at(ground.number));
  CHECK(supposed == std::vector<Literal>{{first, false}});
}

TEST_CASE("what rests on the contrary of the goal names it, through whatever it follows") {
  Numbers on;
  // b <= 0 holds of an a that is not above 0 only.
  const Term zero = on.terms.integer(0), goal = on.terms.less(zero, on.a);
  const auto chain =
      on.chain({"o", {on.terms.implies(on.terms.less(zero, on.b), goal), on.terms.less(zero, on.b)}, goal});
  REQUIRE(chain);
  REQUIRE(chain->leaves.size() == 1);
  CHECK(chain->leaves[0].grounds.count({Given::Kind::Goal, 0}) == 1);
  CHECK(chain->suppositions.at(0) == Literal(goal, false));
}

TEST_CASE("a case says what shows that the other one cannot be") {
  Numbers on;
  const Term zero = on.terms.integer(0), isNegative = on.terms.less(on.a, zero);
  const Term size = on.terms.ite(isNegative, on.terms.minus(on.a), on.a);
  const auto chain = on.chain({"o", {on.terms.less(on.b, size)}, on.terms.less(on.b, size)});
  REQUIRE(chain);
  for (const Case &one : chain->cases)
    for (const Given &ground : one.shownFrom)
      CHECK((ground.kind != Given::Kind::Case || chain->cases.at(ground.number).formula != one.formula));
  const auto split = on.chain({"o", {}, on.terms.lessEqual(on.a, size)});
  REQUIRE(split);
  REQUIRE(split->cases.size() == 2);
  for (const Case &one : split->cases)
    CHECK(one.shownFrom == std::set<Given>{{Given::Kind::Goal, 0}});
}

TEST_CASE("what does not show an obligation is no chain") {
  Numbers on;
  const kernel::Obligation obligation{"o", {on.terms.less(on.a, on.b)}, on.terms.less(on.a, on.b)};
  CHECK(chainOf(on.terms, obligation, {}));
  CHECK_FALSE(chainOf(on.terms, {"o", {}, on.terms.less(on.a, on.b)}, {}));
}

} // namespace plumb::derivation
