// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/afresh.h"
#include "checker/smt/cvc5_engine.h"
#include "checker/smt/solver_process.h"
#include "random_term.h"
#include "scripted_engine.h"

#include <catch2/catch.hpp>

using namespace plumb;
using namespace plumb::smt;

namespace {

struct WithCvc5 {
  TermStore store;
  Solver solver{store, makeCvc5Engine(Budget{})};
  Term x = store.freshVariable("x", Sort::Int);
  Term r = store.freshVariable("a b", Sort::Real);
};

/// Both say what the test says.
struct WithTwo {
  Behaviour one, other;
  TermStore store;
  Solver solver{store, makeAgreeingEngine(std::make_unique<ScriptedEngine>(one),
                                          std::make_unique<ScriptedEngine>(other))};
  Term p = store.freshVariable("p", Sort::Bool);

  WithTwo() {
    for (Behaviour *each : {&one, &other})
      each->value = [](Term) { return Rational(0); };
  }
  void say(Satisfiability first, Satisfiability second) {
    one.check = [=] { return first; };
    other.check = [=] { return second; };
  }
};

constexpr std::chrono::milliseconds moment{200};

} // namespace

TEST_CASE_METHOD(WithCvc5, "cvc5 proves a fact about functions") {
  const Term y = store.freshVariable("y", Sort::Int);
  const Symbol &f = store.freshSymbol("f", {Sort::Int}, Sort::Real);
  const Answer answer = solver.decide(
      {"congruence", {store.equal(x, y)}, store.equal(store.apply(f, {x}), store.apply(f, {y}))});
  CHECK(answer.reason == "");
  CHECK(answer.outcome == Outcome::Proved);
  CHECK(solver.engineName() == "cvc5");
}

TEST_CASE_METHOD(WithCvc5, "cvc5 refutes with a model whose values are exact") {
  for (const Rational &value : {Rational(1, 3), Rational(-1, 3), Rational(7), Rational(-7), Rational(5, 2)}) {
    const Term isValue = store.equal(r, store.real(value));
    REQUIRE(solver.decide({"value", {isValue}, store.less(store.integer(0), x)}).outcome == Outcome::Refuted);
    CHECK(solver.value(r) == value);
    CHECK(*solver.value(x) <= 0);
    CHECK(solver.value(store.add({r, r, r})) == value * 3);
  }
}

TEST_CASE_METHOD(WithCvc5, "a model can be asked for when scopes were opened and closed since") {
  const Symbol &f = store.freshSymbol("f", {Sort::Int}, Sort::Int);
  {
    Solver::Scope scope(solver, {store.equal(store.apply(f, {x}), store.integer(17))});
    REQUIRE(solver.satisfiable(store.equal(x, store.integer(2))).isSat());
  }
  Solver::Scope scope(solver, {store.equal(store.apply(f, {x}), store.integer(5))});
  CHECK(solver.value(store.apply(f, {x})) == Rational(17));
  REQUIRE(solver.satisfiable(store.boolean(true)).isSat());
  CHECK(solver.value(store.apply(f, {x})) == Rational(5));
}

TEST_CASE("a root is no value") {
  // cvc5 looks for one as long as it may, and counts little of that as work.
  TermStore store;
  Solver solver(store, makeCvc5Engine(Budget{.wallClock = std::chrono::seconds(1)}));
  const Term r = store.freshVariable("r", Sort::Real);
  const Term two = store.real(2), square = store.multiply(r, r);
  const ModelAnswer answer = solver.satisfiable(store.equal(square, two));
  CHECK(!answer.isSat());
  CHECK(!answer.isUnsat());
}

TEST_CASE("random formulas have one answer, whoever is asked") {
  // A contradiction between the two would throw.
  TermStore store;
  Solver solver(store, makeAgreeingEngine(makeZ3Engine(Budget{}), makeCvc5Engine(Budget{})));
  RandomTerms random(store, 7, false);
  unsigned decided = 0;
  for (unsigned i = 0; i < 60; ++i) {
    const ModelAnswer answer = solver.satisfiable(random.make(Sort::Bool, 4).term);
    decided += answer.isSat() || answer.isUnsat();
  }
  CHECK(decided > 40);
}

TEST_CASE_METHOD(WithTwo, "what only one of two solvers says is no answer") {
  for (Satisfiability said : {Satisfiability::Sat, Satisfiability::Unsat, Satisfiability::Unknown}) {
    say(said, Satisfiability::Unknown);
    CHECK(solver.proves(p).outcome == Outcome::Unknown);
    say(Satisfiability::Unknown, said);
    CHECK(solver.proves(p).outcome == Outcome::Unknown);
  }
  say(Satisfiability::Unsat, Satisfiability::Unsat);
  CHECK(solver.proves(p).outcome == Outcome::Proved);
  CHECK(solver.engineName() == "scripted and scripted");
}

TEST_CASE_METHOD(WithTwo, "two solvers that contradict each other end it all") {
  say(Satisfiability::Unsat, Satisfiability::Sat);
  CHECK_THROWS_AS(solver.proves(p), Disagreement);
  say(Satisfiability::Sat, Satisfiability::Unsat);
  CHECK_THROWS_AS(solver.proves(p), Disagreement);
}

TEST_CASE("what is said to be proved is proved when it is asked afresh, or that is a disagreement") {
  TermStore store;
  Afresh afresh;
  const Term x = store.freshVariable("x", Sort::Int);
  const Obligation valid{"twice", {store.less(store.integer(3), x)}, store.less(store.integer(2), x)};
  const Obligation wrong{"never", {store.less(store.integer(2), x)}, store.less(store.integer(3), x)};
  CHECK(afresh.confirm({&valid}).outcome == Outcome::Proved);
  CHECK_THROWS_AS(afresh.confirm({&wrong}), Disagreement);
  const Obligation also{"once", {store.less(store.integer(3), x)}, store.less(store.integer(1), x)};
  CHECK(afresh.confirm({&valid, &also}).outcome == Outcome::Proved);
  const Obligation beyond{"above", {store.less(store.integer(3), x)}, store.less(store.integer(4), x)};
  for (const auto &together : {std::vector{&valid, &beyond}, std::vector{&beyond, &also}})
    CHECK_THROWS_AS(afresh.confirm(together), Disagreement);
  CHECK(afresh.confirm({&valid}).outcome == Outcome::Proved);
}

TEST_CASE("a program that hangs, ends, talks without end or is not there is an exception") {
  SolverProcess hangs({"sleep", "60"});
  CHECK_THROWS_AS(hangs.answer(moment), std::runtime_error);
  SolverProcess ends({"true"});
  CHECK_THROWS_AS(ends.answer(moment * 20), std::runtime_error);
  CHECK_THROWS_AS(ends.send(std::string(1 << 20, ' ')), std::runtime_error);
  SolverProcess talks({"sh", "-c", "while echo '('; do :; done"});
  CHECK_THROWS_AS(talks.answer(moment * 100), std::runtime_error);
  CHECK_THROWS_AS(SolverProcess({"/no/such/solver"}), std::runtime_error);
}

TEST_CASE("answers are words, or what stands in parentheses") {
  SolverProcess echo({"cat"});
  echo.send("sat\n\n ((|a )| \"(\" (- 1)))unknown (x)\n");
  CHECK(echo.answer(moment * 20) == "sat");
  CHECK(echo.answer(moment * 20) == "((|a )| \"(\" (- 1)))");
  CHECK(echo.answer(moment * 20) == "unknown");
  CHECK(echo.answer(moment * 20) == "(x)");
}
