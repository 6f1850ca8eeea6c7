// SPDX-License-Identifier: Apache-2.0
#include "scripted_engine.h"

#include <catch2/catch.hpp>

using namespace plumb;
using namespace plumb::smt;

namespace {

using Result = Satisfiability;

struct Scripted {
  TermStore store;
  Behaviour engine;
  Solver solver{store, std::make_unique<ScriptedEngine>(engine)};
  Term x = store.freshVariable("x", Sort::Int);
  Term y = store.freshVariable("y", Sort::Int);
  Term positive = store.less(store.integer(0), x);

  void sayAlways(Result result) {
    engine.check = [result] { return result; };
  }
  void giveEverything(const Rational &value) {
    engine.value = [value](Term) { return value; };
  }
};

bool isUnknown(const Answer &answer) {
  return answer.outcome == Outcome::Unknown;
}
bool isUnknown(const ModelAnswer &answer) {
  return answer.satisfiability == Satisfiability::Unknown;
}

template <typename Any> void checkUnknown(const Any &answer, UnknownReason reason, const std::string &text) {
  CHECK(isUnknown(answer));
  CHECK(answer.unknown == reason);
  CHECK(answer.reason == text);
}

} // namespace

TEST_CASE("an answer is unknown until somebody found it") {
  CHECK(Answer().outcome == Outcome::Unknown);
}

// An unsat is believed: the solver has no proof to check it by. This pins down that nothing else is.
TEST_CASE_METHOD(Scripted, "proved is said only when the engine said unsat") {
  sayAlways(Result::Unsat);
  CHECK(solver.proves(positive).outcome == Outcome::Proved);
  CHECK(solver.satisfiable(positive).isUnsat());
  for (Result result : {Result::Sat, Result::Unknown, static_cast<Result>(7)}) {
    sayAlways(result);
    CHECK(solver.proves(positive).outcome != Outcome::Proved);
  }
}

TEST_CASE_METHOD(Scripted, "even a trivial goal is asked") {
  CHECK(solver.proves(store.boolean(true)).outcome == Outcome::Unknown);
  CHECK(engine.checks == 1);
}

TEST_CASE_METHOD(Scripted, "a model that satisfies the question is a refutation and a witness") {
  sayAlways(Result::Sat);
  giveEverything(-3);
  CHECK(solver.proves(positive).outcome == Outcome::Refuted);
  CHECK(solver.value(store.add(x, x)) == Rational(-6));
  giveEverything(3);
  CHECK(solver.satisfiable(positive).isSat());
}

TEST_CASE_METHOD(Scripted, "a model that does not satisfy the question is an error") {
  sayAlways(Result::Sat);
  giveEverything(3);
  const std::string text = "the solver's model does not satisfy the question";
  checkUnknown(solver.proves(positive), UnknownReason::SolverError, text);
  CHECK(solver.value(x) == std::nullopt);
  checkUnknown(solver.satisfiable(store.negate(positive)), UnknownReason::SolverError, text);
  CHECK(solver.statistics().errors == 2);
  CHECK(solver.statistics().sat == 0);
}

TEST_CASE_METHOD(Scripted, "a model has to satisfy every open scope") {
  sayAlways(Result::Sat);
  giveEverything(3);
  Solver::Scope outer(solver, {store.equal(x, store.integer(4))});
  Solver::Scope inner(solver, {positive});
  CHECK(solver.satisfiable(store.boolean(true)).unknown == UnknownReason::SolverError);
}

TEST_CASE_METHOD(Scripted, "a model outside the sorts is an error") {
  sayAlways(Result::Sat);
  giveEverything(Rational(1, 2));
  CHECK(solver.satisfiable(positive).unknown == UnknownReason::SolverError);
}

TEST_CASE_METHOD(Scripted, "a function with two values at one place is an error") {
  const Symbol &f = store.freshSymbol("f", {Sort::Int}, Sort::Int);
  const Term fx = store.apply(f, {x}), fy = store.apply(f, {y});
  sayAlways(Result::Sat);
  engine.value = [fx](Term term) { return Rational(term == fx ? 1 : 0); };
  giveEverything(0);
  CHECK(solver.satisfiable(store.lessEqual(fy, fx)).isSat());
  engine.value = [fx](Term term) { return Rational(term == fx ? 1 : 0); };
  checkUnknown(solver.satisfiable(store.less(fy, fx)), UnknownReason::SolverError,
               "the model gives 'f' two values at the same arguments");
}

TEST_CASE_METHOD(Scripted, "a model without numerals refutes but is no witness") {
  sayAlways(Result::Sat);
  CHECK(solver.proves(positive).outcome == Outcome::Refuted);
  CHECK(solver.value(x) == std::nullopt);
  CHECK(solver.satisfiable(positive).satisfiability == Satisfiability::Unknown);
  CHECK(solver.satisfiable(positive).unknown == UnknownReason::Incomplete);
}

TEST_CASE_METHOD(Scripted, "each way of not knowing has its own reason") {
  checkUnknown(solver.proves(positive), UnknownReason::Incomplete, "the solver gave up: lost interest");
  engine.text = "";
  checkUnknown(solver.satisfiable(positive), UnknownReason::Incomplete, "the solver gave up");
  engine.reason = UnknownReason::None;
  checkUnknown(solver.satisfiable(positive), UnknownReason::Incomplete, "the solver gave up");
  engine.reason = UnknownReason::ResourceLimit;
  checkUnknown(solver.proves(positive), UnknownReason::ResourceLimit,
               "the solver reached its resource limit");
  // An engine that hangs comes back when its time is up.
  engine.reason = UnknownReason::TimeOut;
  checkUnknown(solver.proves(positive), UnknownReason::TimeOut, "the solver reached its time limit");
  engine.reason = UnknownReason::SolverError;
  checkUnknown(solver.proves(positive), UnknownReason::SolverError, "the solver failed");
  CHECK(solver.statistics().unknown == 5);
  CHECK(solver.statistics().errors == 1);
}

TEST_CASE_METHOD(Scripted, "an answer that does not exist is an error") {
  sayAlways(static_cast<Result>(7));
  CHECK(solver.proves(positive).unknown == UnknownReason::SolverError);
}

TEST_CASE_METHOD(Scripted, "an engine that throws is an error, and nothing that it says later counts") {
  auto fail = [] { throw std::runtime_error("out of paper"); };
  SECTION("on check") {
    engine.check = [&]() -> Result {
      fail();
      return Result::Unsat;
    };
  }
  SECTION("on push") {
    engine.push = fail;
  }
  SECTION("on add") {
    engine.add = fail;
  }
  SECTION("on pop, after it said unsat") {
    sayAlways(Result::Unsat);
    engine.pop = fail;
  }
  checkUnknown(solver.proves(positive), UnknownReason::SolverError, "the solver failed: out of paper");
  engine.push = engine.pop = engine.add = [] {};
  sayAlways(Result::Unsat);
  checkUnknown(solver.proves(positive), UnknownReason::SolverError, "the solver failed: out of paper");
  CHECK(solver.satisfiable(positive).satisfiability == Satisfiability::Unknown);
}

TEST_CASE_METHOD(Scripted, "an engine that throws what is no exception is an error too") {
  engine.check = []() -> Result { throw 42; };
  checkUnknown(solver.proves(positive), UnknownReason::SolverError, "the solver failed without saying why");
}

TEST_CASE_METHOD(Scripted, "an engine that dies while a scope is opened or closed proves nothing more") {
  sayAlways(Result::Unsat);
  {
    Solver::Scope scope(solver, {positive});
    CHECK(solver.proves(positive).outcome == Outcome::Proved);
    SECTION("opened") {
      engine.add = [] { throw std::runtime_error("gone"); };
      Solver::Scope inner(solver, {positive});
      CHECK(solver.proves(positive).outcome == Outcome::Unknown);
    }
    SECTION("closed") {
      engine.pop = [] { throw std::runtime_error("gone"); };
    }
  }
  checkUnknown(solver.proves(positive), UnknownReason::SolverError, "the solver failed: gone");
}

TEST_CASE_METHOD(Scripted, "an engine that throws when its model is read is an error of that question only") {
  sayAlways(Result::Sat);
  engine.value = [](Term) -> std::optional<Rational> { throw std::runtime_error("smudged"); };
  checkUnknown(solver.proves(positive), UnknownReason::SolverError,
               "the solver's model cannot be read: smudged");
  giveEverything(0);
  CHECK(solver.proves(positive).outcome == Outcome::Refuted);
  engine.value = [](Term) -> std::optional<Rational> { throw std::runtime_error("smudged"); };
  CHECK(solver.value(y) == std::nullopt);
  CHECK(solver.value(x) == Rational(0));
}

TEST_CASE_METHOD(Scripted, "a model lasts until the next question, whatever scopes close") {
  sayAlways(Result::Sat);
  giveEverything(0);
  CHECK(solver.value(x) == std::nullopt);
  CHECK(solver.decide({"name", {store.equal(y, x)}, positive}).outcome == Outcome::Refuted);
  CHECK(solver.value(store.add(x, store.integer(1))) == Rational(1));
  sayAlways(Result::Unsat);
  CHECK(solver.proves(positive).outcome == Outcome::Proved);
  CHECK(solver.value(x) == std::nullopt);
}

TEST_CASE_METHOD(Scripted, "every question leaves the engine as it found it and is counted once") {
  const std::vector<Result> answers = {Result::Sat, Result::Unsat, Result::Unknown, Result::Unsat};
  engine.check = [&] { return answers.at(static_cast<std::size_t>(engine.checks - 1)); };
  giveEverything(0);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    solver.decide({"name", {}, positive});
    CHECK(engine.depth == 0);
  }
  CHECK(solver.statistics().questions == 4);
  CHECK(solver.statistics().sat == 1);
  CHECK(solver.statistics().unsat == 2);
  CHECK(solver.statistics().unknown == 1);
  CHECK(solver.statistics().errors == 0);
}
