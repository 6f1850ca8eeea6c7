// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/solver.h"
#include "random_term.h"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace plumb;
using namespace plumb::smt;

namespace {

struct WithZ3 {
  TermStore store;
  Solver solver{store, makeZ3Engine(Budget{})};
  Term x = store.freshVariable("x", Sort::Int);
  Term y = store.freshVariable("y", Sort::Int);
  Term r = store.freshVariable("r", Sort::Real);
};

/// n + 1 pigeons in n holes: unsatisfiable, and for resolution hard.
Term pigeonhole(TermStore &store, unsigned holes) {
  std::vector<std::vector<Term>> sits(holes + 1);
  std::vector<Term> formulas;
  for (auto &row : sits) {
    for (unsigned hole = 0; hole < holes; ++hole)
      row.push_back(store.freshVariable("sits", Sort::Bool));
    formulas.push_back(store.disjunction(row));
  }
  for (std::size_t a = 0; a < sits.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      for (unsigned hole = 0; hole < holes; ++hole)
        formulas.push_back(store.negate(store.conjunction({sits[a][hole], sits[b][hole]})));
  return store.conjunction(formulas);
}

} // namespace

TEST_CASE("the version has three parts") {
  const std::string version = z3Version();
  CHECK(std::count(version.begin(), version.end(), '.') == 2);
}

TEST_CASE_METHOD(WithZ3, "Z3 proves a fact about functions") {
  const Symbol &f = store.freshSymbol("f", {Sort::Int}, Sort::Real);
  const Answer answer = solver.decide(
      {"congruence", {store.equal(x, y)}, store.equal(store.apply(f, {x}), store.apply(f, {y}))});
  CHECK(answer.outcome == Outcome::Proved);
}

TEST_CASE_METHOD(WithZ3, "Z3 refutes with a model whose values are exact") {
  const Term third = store.equal(store.multiply(store.real(3), r), store.real(1));
  const Term square = store.equal(store.multiply(x, x), store.integer(49));
  REQUIRE(solver.decide({"third", {third, square}, store.less(store.integer(0), x)}).outcome ==
          Outcome::Refuted);
  CHECK(solver.value(r) == Rational(1, 3));
  CHECK(solver.value(x) == Rational(-7));
  CHECK(solver.value(store.add({r, r, r})) == Rational(1));
  CHECK(solver.value(store.modulo(x, 5)) == Rational(3));
}

TEST_CASE_METHOD(WithZ3, "contradictory hypotheses are unsatisfiable and prove everything") {
  Solver::Scope scope(solver, {store.less(x, y), store.less(y, x)});
  CHECK(solver.satisfiable(store.boolean(true)).isUnsat());
  CHECK(solver.proves(store.boolean(false)).outcome == Outcome::Proved);
}

TEST_CASE_METHOD(WithZ3, "questions do not affect each other") {
  const Term positive = store.less(store.integer(0), x);
  CHECK(solver.satisfiable(store.negate(positive)).isSat());
  {
    Solver::Scope scope(solver, {positive});
    CHECK(solver.proves(positive).outcome == Outcome::Proved);
  }
  CHECK(solver.proves(positive).outcome == Outcome::Refuted);
}

TEST_CASE_METHOD(WithZ3, "a model with a root in it refutes but is no witness") {
  const Term root = store.equal(store.multiply(r, r), store.real(2));
  CHECK(solver.proves(store.negate(root)).outcome == Outcome::Refuted);
  CHECK(solver.value(r) == std::nullopt);
  const ModelAnswer witness = solver.satisfiable(root);
  CHECK(witness.satisfiability == Satisfiability::Unknown);
  CHECK(witness.unknown == UnknownReason::Incomplete);
}

TEST_CASE("the resource limit is the same limit every time") {
  Budget small;
  small.resourceUnits = 20'000;
  for (int run = 0; run < 2; ++run) {
    TermStore store;
    Solver solver(store, makeZ3Engine(small));
    const ModelAnswer answer = solver.satisfiable(pigeonhole(store, 9));
    CHECK(answer.satisfiability == Satisfiability::Unknown);
    CHECK(answer.unknown == UnknownReason::ResourceLimit);
    CHECK(answer.reason == "the solver reached its resource limit");
    // The next question has a budget of its own.
    CHECK(solver.proves(store.boolean(true)).outcome == Outcome::Proved);
    CHECK(solver.satisfiable(pigeonhole(store, 2)).isUnsat());
  }
}

TEST_CASE("questions that are cheap one by one have a limit together") {
  Budget small;
  small.resourceUnits = 20'000;
  TermStore store;
  Solver solver(store, makeZ3Engine(small));
  unsigned answered = 0;
  while (!solver.isSpent() && answered < 1'000) {
    const ModelAnswer answer = solver.satisfiable(pigeonhole(store, 2));
    REQUIRE((answer.isUnsat() || solver.isSpent()));
    ++answered;
  }
  CHECK(answered <= small.resourceUnits / Budget::unitsOfAQuestion * Budget::questionsOfFullCost);
  const Answer answer = solver.proves(store.boolean(true));
  CHECK(answer.outcome == Outcome::Unknown);
  CHECK(answer.unknown == UnknownReason::ResourceLimit);
  CHECK(answer.reason == "the solver reached its resource limit too often");

  small.resourceUnits = 0;
  Solver unbounded(store, makeZ3Engine(small));
  CHECK(unbounded.proves(store.boolean(true)).outcome == Outcome::Proved);
  CHECK_FALSE(unbounded.isSpent());
}

TEST_CASE("formulas that are put before easy questions count towards the limit together") {
  Budget small;
  small.resourceUnits = 20'000;
  TermStore store;
  Solver solver(store, makeZ3Engine(small));
  const Term many = pigeonhole(store, 9), mark = store.freshVariable("mark", Sort::Bool);
  unsigned answered = 0;
  while (!solver.isSpent() && answered < 200) {
    Solver::Scope scope(solver, {store.negate(mark), store.disjunction({mark, many})});
    // The contradiction is seen before the search begins.
    solver.proves(store.negate(mark));
    ++answered;
  }
  CHECK(answered < 100);
}

TEST_CASE("the safety net is told from the resource limit") {
  Budget hasty;
  hasty.resourceUnits = 0;
  hasty.wallClock = std::chrono::milliseconds(50);
  TermStore store;
  Solver solver(store, makeZ3Engine(hasty));
  CHECK(solver.satisfiable(pigeonhole(store, 12)).unknown == UnknownReason::TimeOut);
  CHECK(solver.satisfiable(pigeonhole(store, 2)).isUnsat());
}

TEST_CASE_METHOD(WithZ3, "a formula so deep that Z3 would overrun its stack is an error, not a crash") {
  const Symbol &f = store.freshSymbol("f", {Sort::Int}, Sort::Int);
  Term deep = x;
  for (int i = 0; i < 100'000; ++i)
    deep = store.apply(f, {deep});
  const Answer answer = solver.proves(store.less(x, deep));
  CHECK(answer.unknown == UnknownReason::SolverError);
  CHECK(answer.reason == "the solver failed: a formula is nested more than 4000 levels deep");
}

TEST_CASE("a sum of three cubes is never proved impossible by giving up") {
  Budget small;
  small.resourceUnits = 2'000;
  TermStore store;
  Solver solver(store, makeZ3Engine(small));
  std::vector<Term> cubes;
  for (int i = 0; i < 3; ++i) {
    const Term n = store.freshVariable("n", Sort::Int);
    cubes.push_back(store.multiply(n, store.multiply(n, n)));
  }
  // (-80538738812075974)^3 + 80435758145817515^3 + 12602123297335631^3 = 42 (Booker and Sutherland, 2019).
  const Answer answer = solver.proves(store.negate(store.equal(store.add(cubes), store.integer(42))));
  CHECK(answer.outcome == Outcome::Unknown);
  CHECK(answer.unknown != UnknownReason::None);
  CHECK_FALSE(answer.reason.empty());
}

TEST_CASE("Z3 and the evaluation agree on every operator") {
  for (unsigned seed = 0; seed < 300; ++seed) {
    TermStore store;
    RandomTerms terms(store, seed);
    const Sort sort = static_cast<Sort>(seed % 3);
    const ValuedTerm sample = terms.make(sort, 4);
    const Term expected =
        sort == Sort::Bool ? store.boolean(sample.value == 1) : store.literal(sample.value, sort);
    INFO("seed " << seed << ": " << toSmtLib(sample.term));
    Solver solver(store, makeZ3Engine(Budget{}));
    Solver::Scope scope(solver, terms.facts());
    CHECK(solver.proves(store.equal(sample.term, expected)).outcome == Outcome::Proved);
    CHECK(solver.satisfiable(store.boolean(true)).isSat());
    CHECK(solver.value(sample.term) == sample.value);
  }
}
