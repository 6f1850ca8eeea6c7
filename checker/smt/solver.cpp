// SPDX-License-Identifier: Apache-2.0
#include "checker/smt/solver.h"

#include "checker/smt/evaluation.h"

#include <cassert>
#include <exception>

namespace plumb::smt {

namespace {

Answer unknown(UnknownReason reason, std::string text) {
  assert(reason != UnknownReason::None && !text.empty());
  return {Outcome::Unknown, reason, std::move(text)};
}

Answer decided(Outcome outcome) {
  return {outcome, UnknownReason::None, {}};
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
  try {
    action();
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
  solver.attempt([&] { solver.engine->pop(); });
}

Solver::Finding Solver::ask(Term extra) {
  assert(extra.sort() == Sort::Bool && "only a formula can be asked about");
  ++counters.questions;
  model.reset();
  if (exhausted >= exhaustedLimit)
    return {Finding::Kind::Open,
            unknown(UnknownReason::ResourceLimit, textOf(UnknownReason::ResourceLimit) + " too often")};
  const auto start = std::chrono::steady_clock::now();
  std::optional<Engine::Result> result;
  Answer open;
  attempt([&] {
    engine->push();
    engine->add(extra);
    result = engine->check();
    if (*result == Engine::Result::Unknown) {
      open = unknownAnswer();
      exhausted += open.unknown == UnknownReason::ResourceLimit;
    }
    engine->pop();
  });
  counters.solverTime += std::chrono::steady_clock::now() - start;
  if (!broken.empty())
    return {Finding::Kind::Open, unknown(UnknownReason::SolverError, broken)};
  switch (*result) {
  case Engine::Result::Unsat:
    return {Finding::Kind::Unsatisfiable, {}};
  case Engine::Result::Sat:
    return examineModel(extra);
  case Engine::Result::Unknown:
    return {Finding::Kind::Open, open};
  }
  return {Finding::Kind::Open,
          unknown(UnknownReason::SolverError, "the solver's answer is none of its answers")};
}

Answer Solver::unknownAnswer() const {
  UnknownReason reason = engine->unknownReason();
  if (reason == UnknownReason::None)
    reason = UnknownReason::Incomplete;
  const bool bounded = reason == UnknownReason::ResourceLimit || reason == UnknownReason::TimeOut;
  const std::string detail = bounded ? "" : engine->unknownText();
  return unknown(reason, textOf(reason) + (detail.empty() ? "" : ": " + detail));
}

Solver::Finding Solver::examineModel(Term extra) {
  model = std::make_unique<Evaluation>([this](Term application) { return engine->value(application); });
  bool complete = true;
  std::string fault;
  auto examine = [&](Term formula) {
    const std::optional<Rational> truth = model->value(formula);
    complete &= truth.has_value();
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
  } catch (const std::exception &error) {
    fault = std::string("the solver's model cannot be read: ") + error.what();
  } catch (...) {
    fault = "the solver's model cannot be read";
  }
  if (fault.empty())
    return {complete ? Finding::Kind::Satisfiable : Finding::Kind::UncheckedModel, {}};
  model.reset();
  return {Finding::Kind::Open, unknown(UnknownReason::SolverError, fault)};
}

Answer Solver::count(Answer answer, std::uint64_t Statistics::*decidedCounter) {
  if (answer.outcome != Outcome::Unknown)
    ++(counters.*decidedCounter);
  else
    ++(answer.unknown == UnknownReason::SolverError ? counters.errors : counters.unknown);
  return answer;
}

Answer Solver::proves(Term goal) {
  const Finding finding = ask(store.negate(goal));
  switch (finding.kind) {
  case Finding::Kind::Unsatisfiable:
    return count(decided(Outcome::Proved), &Statistics::unsat);
  case Finding::Kind::Satisfiable:
  case Finding::Kind::UncheckedModel:
    return count(decided(Outcome::Refuted), &Statistics::sat);
  case Finding::Kind::Open:
    break;
  }
  return count(finding.open, nullptr);
}

Answer Solver::satisfiable(Term extra) {
  const Finding finding = ask(extra);
  switch (finding.kind) {
  case Finding::Kind::Satisfiable:
    return count(decided(Outcome::Proved), &Statistics::sat);
  case Finding::Kind::Unsatisfiable:
    return count(decided(Outcome::Refuted), &Statistics::unsat);
  case Finding::Kind::UncheckedModel:
    model.reset();
    return count(unknown(UnknownReason::Incomplete, "the solver's model has values that are no fractions"),
                 nullptr);
  case Finding::Kind::Open:
    break;
  }
  return count(finding.open, nullptr);
}

std::optional<Rational> Solver::value(Term term) {
  assert(term.isValid() && "the invalid term was used");
  if (!model)
    return std::nullopt;
  try {
    std::optional<Rational> result = model->value(term);
    return model->fault().empty() ? result : std::nullopt;
  } catch (...) {
    // A value that cannot be read is no value; the answer itself was checked before.
    return std::nullopt;
  }
}

Answer Solver::decide(const Obligation &obligation) {
  Scope scope(*this, obligation.hypotheses);
  return proves(obligation.goal);
}

std::string Solver::engineName() const {
  return engine->name();
}

} // namespace plumb::smt
