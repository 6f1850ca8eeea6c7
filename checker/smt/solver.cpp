// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/solver.h"

#include "checker/smt/afresh.h"
#include "checker/smt/evaluation.h"
#include "frontend/support/time_allowed.h"

#include <cassert>
#include <exception>
#include <new>

namespace plumb::smt {

namespace {

ModelAnswer unknown(UnknownReason reason, std::string text) {
  assert(reason != UnknownReason::None && !text.empty());
  return {Satisfiability::Unknown, reason, std::move(text)};
}

std::string textOf(UnknownReason reason) {
  switch (reason) {
  case UnknownReason::ResourceLimit:
    return "the solver reached its resource limit";
  case UnknownReason::TimeOut:
    return "the solver reached its time limit";
  case UnknownReason::SolverError:
    return "the solver failed";
  case UnknownReason::None:
  case UnknownReason::Incomplete:
    return "the solver gave up";
  }
  return "the solver gave up";
}

} // namespace

Solver::Solver(TermStore &termStore, std::unique_ptr<Engine> rawEngine)
    : store(termStore), engine(std::move(rawEngine)) {
  assert(engine && "a solver needs an engine");
}

Solver::~Solver() = default;

template <typename Action> void Solver::attempt(Action action) {
  if (!broken.empty())
    return;
  const Uninterrupted theEngine;
  try {
    action();
  } catch (const Disagreement &) {
    throw;
  } catch (const std::bad_alloc &) {
    throw;
  } catch (const std::exception &error) {
    broken = std::string("the solver failed: ") + error.what();
  } catch (...) {
    broken = "the solver failed without saying why";
  }
}

Solver::Scope::Scope(Solver &owner, const std::vector<Term> &formulas) : solver(owner) {
  for (Term formula : formulas)
    assert(formula.sort() == Sort::Bool && "only formulas are assumed");
  solver.scopes.push_back(formulas);
  solver.attempt([&] {
    solver.engine->push();
    for (Term formula : formulas)
      solver.engine->add(formula);
  });
}

Solver::Scope::~Scope() {
  solver.scopes.pop_back();
  try {
    solver.attempt([&] { solver.engine->pop(); });
  } catch (const std::bad_alloc &) {
    solver.broken = "the memory did not suffice";
  }
}

ModelAnswer Solver::ask(Term extra) {
  assert(extra.sort() == Sort::Bool && "only a formula can be asked about");
  ++counters.questions;
  model.reset();
  if (!engine)
    return unknown(UnknownReason::SolverError, broken);
  if (isSpent())
    return unknown(UnknownReason::ResourceLimit, textOf(UnknownReason::ResourceLimit) + " too often");
  const std::uint64_t before = engine->resourceUnits();
  const auto start = std::chrono::steady_clock::now();
  ModelAnswer answer = askEngine(extra);
  answer.effort = {engine->resourceUnits() - before, std::chrono::steady_clock::now() - start};
  counters.effort.resourceUnits += answer.effort.resourceUnits;
  counters.effort.time += answer.effort.time;
  return answer;
}

ModelAnswer Solver::askEngine(Term extra) {
  std::optional<Satisfiability> result;
  ModelAnswer open;
  attempt([&] {
    engine->push();
    engine->add(extra);
    result = engine->check();
    if (*result == Satisfiability::Unknown) {
      open = unknownAnswer();
      exhausted += open.unknown == UnknownReason::ResourceLimit;
    }
    engine->pop();
  });
  if (!broken.empty())
    return unknown(UnknownReason::SolverError, broken);
  switch (*result) {
  case Satisfiability::Unsat:
    return {Satisfiability::Unsat, UnknownReason::None, {}};
  case Satisfiability::Sat:
    return examineModel(extra);
  case Satisfiability::Unknown:
    return open;
  }
  return unknown(UnknownReason::SolverError, "the solver's answer is none of its answers");
}

ModelAnswer Solver::unknownAnswer() const {
  UnknownReason reason = engine->unknownReason();
  if (reason == UnknownReason::None)
    reason = UnknownReason::Incomplete;
  const bool bounded = reason == UnknownReason::ResourceLimit || reason == UnknownReason::TimeOut;
  const std::string detail = bounded ? "" : engine->unknownText();
  return unknown(reason, textOf(reason) + (detail.empty() ? "" : ": " + detail));
}

ModelAnswer Solver::examineModel(Term extra) {
  model = std::make_unique<Evaluation>([this](Term application) {
    const Uninterrupted theEngine;
    return engine->value(application);
  });
  isModelComplete = true;
  std::string fault;
  auto examine = [&](Term formula) {
    const std::optional<Rational> truth = model->value(formula);
    isModelComplete &= truth.has_value();
    if (truth && *truth == 0 && fault.empty())
      fault = "the solver's model does not satisfy the question";
  };
  try {
    for (const std::vector<Term> &scope : scopes)
      for (Term formula : scope)
        examine(formula);
    examine(extra);
    if (!model->fault().empty())
      fault = model->fault();
  } catch (const std::bad_alloc &) {
    throw;
  } catch (const std::exception &error) {
    fault = std::string("the solver's model cannot be read: ") + error.what();
  } catch (...) {
    fault = "the solver's model cannot be read";
  }
  if (fault.empty())
    return {Satisfiability::Sat, UnknownReason::None, {}};
  model.reset();
  return unknown(UnknownReason::SolverError, fault);
}

void Solver::count(const ModelAnswer &answer) {
  ++(answer.isSat()                                 ? counters.sat
     : answer.isUnsat()                             ? counters.unsat
     : answer.unknown == UnknownReason::SolverError ? counters.errors
                                                    : counters.unknown);
}

Answer Solver::proves(Term goal) {
  const ModelAnswer contrary = ask(store.negate(goal));
  count(contrary);
  // Without a model of its contrary the goal follows; with one it does not, also if the model holds a root.
  return {contrary.isUnsat() ? Outcome::Proved
          : contrary.isSat() ? Outcome::Refuted
                             : Outcome::Unknown,
          contrary.unknown, contrary.reason, contrary.effort};
}

ModelAnswer Solver::satisfiable(Term extra) {
  ModelAnswer answer = ask(extra);
  if (answer.isSat() && !isModelComplete) {
    model.reset();
    const Effort effort = answer.effort;
    answer = unknown(UnknownReason::Incomplete, "the solver's model has values that are no fractions");
    answer.effort = effort;
  }
  count(answer);
  return answer;
}

std::optional<Rational> Solver::value(Term term) {
  assert(term.isValid() && "the invalid term was used");
  if (!model)
    return std::nullopt;
  try {
    std::optional<Rational> result = model->value(term);
    return model->fault().empty() ? result : std::nullopt;
  } catch (const std::bad_alloc &) {
    throw;
  } catch (...) {
    // A value that cannot be read is no value; the answer itself was checked before.
    return std::nullopt;
  }
}

Answer Solver::decide(const Obligation &obligation) {
  Scope scope(*this, obligation.hypotheses);
  return proves(obligation.goal);
}

bool Solver::isSpent() const {
  return exhausted >= exhaustedLimit || (engine && engine->isSpent());
}

void Solver::renew() {
  exhausted = 0;
  if (engine)
    engine->renew();
}

void Solver::close() {
  assert(scopes.empty() && "an open scope asks the engine when it ends");
  if (broken.empty())
    broken = "the solver was closed";
  model.reset();
  engine.reset();
}

std::string Solver::engineName() const {
  return engine->name();
}

} // namespace plumb::smt
