// SPDX-License-Identifier: Apache-2.0
//===- checker/smt/solver.h - Asks an SMT solver ----------------*- C++ -*-===//
///
/// \file
/// The only door between the checker and an SMT solver.
///
/// An Engine answers raw questions (Z3 does; in tests, one that lies, hangs,
/// throws or returns garbage). A Solver turns them into answers that can be
/// believed: "proved" is never a default, an exception becomes Unknown with its
/// message, a counter-model that does not satisfy the question when it is
/// evaluated exactly is a SolverError, and every question is counted.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SMT_SOLVER_H
#define PLUMB_CHECKER_SMT_SOLVER_H

#include "checker/smt/obligation.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumb::smt {

class Evaluation;

/// What questions may cost.
struct Budget {
  /// Deterministic bound on one question in the solver's own units; the same input gives the same answer on
  /// every machine with the same solver version. 0: unlimited. Half a second, and twice what any example asks
  /// for.
  std::uint32_t resourceUnits = 1'000'000;
  /// All questions together may cost that many times resourceUnits, some 5 s.
  static constexpr std::uint32_t questionsOfFullCost = 6;
  std::uint64_t forAll() const { return std::uint64_t(resourceUnits) * questionsOfFullCost; }
  /// What each question costs beside the solver's own work: to be put, and its model to be evaluated.
  static constexpr std::uint32_t unitsOfAQuestion = 500;
  /// Safety net, wall clock per question. More than 0.
  std::chrono::milliseconds wallClock{20'000};
};

/// Raw satisfiability. Terms are those of one TermStore.
class Engine {
public:
  virtual ~Engine() = default;
  virtual void push() = 0;
  virtual void pop() = 0;
  virtual void add(Term formula) = 0;
  /// Satisfiability of all added formulas. May throw std::exception.
  virtual Satisfiability check() = 0;
  /// After Unknown.
  virtual UnknownReason unknownReason() const = 0;
  virtual std::string unknownText() const = 0;
  /// All questions together have reached their bound: every further answer is Unknown, ResourceLimit.
  virtual bool isSpent() const { return false; }
  /// What is asked from now on may cost as much as if nothing had been asked before.
  virtual void renew() {}
  /// After Sat, until the next check() whatever is pushed, popped or added in between: the value of
  /// \p term (any sort; Bool as 0 or 1) with unspecified symbols completed, or nothing if it is no
  /// rational numeral.
  virtual std::optional<Rational> value(Term term) = 0;
  /// What it has used since it was made, in the units of Budget.
  virtual std::uint64_t resourceUnits() const { return 0; }
  /// "z3", for reports.
  virtual std::string name() const = 0;
};

/// Z3, with a fixed seed. Start-up costs some 6 ms, so make one per mechanism.
std::unique_ptr<Engine> makeZ3Engine(const Budget &budget);

/// "4.8.12", for --version.
std::string z3Version();

struct Statistics {
  std::uint64_t questions = 0;
  std::uint64_t unsat = 0, sat = 0, unknown = 0, errors = 0;
  Effort effort;
};

/// Decides questions one after another; they do not affect each other's answers, with two exceptions: once
/// the engine threw (other than when a value was read), every later answer is a SolverError; and when the
/// engine has reached its resource limit exhaustedLimit times, or all questions together have reached theirs,
/// every later answer is that.
///
/// What is checked: a model, formula by formula, by exact evaluation. What is believed: the engine's unsat.
/// Not thread-safe: one Solver, one Engine and one TermStore per mechanism.
class Solver {
public:
  Solver(TermStore &store, std::unique_ptr<Engine> engine);
  ~Solver();

  /// Opens a scope in which \p formulas hold; closed when the returned object dies.
  class Scope {
  public:
    Scope(Solver &solver, const std::vector<Term> &formulas);
    ~Scope();
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    Solver &solver;
  };

  /// Decides: everything in the open scopes implies \p goal.
  ///
  /// After Refuted, value() may be asked until the next question, also when scopes were closed or opened by
  /// then. If the model has a value that is no fraction (a root), Refuted rests on the engine's word; then
  /// some value() is nothing.
  Answer proves(Term goal);

  /// Do the open scopes and \p extra have a model? Sat is said only of a model that was checked in full.
  ModelAnswer satisfiable(Term extra);

  /// The value of \p term in the model that the last question found: re-evaluated exactly by us from
  /// the model's values of the symbol applications in it (not taken from the solver's evaluator), or
  /// nothing if there is no model or no numeral.
  std::optional<Rational> value(Term term);

  /// proves() in a scope of its own.
  Answer decide(const Obligation &obligation);

  /// Every further answer is Unknown, because of what was asked before.
  bool isSpent() const;

  /// For a question that stands by itself: what is asked from now on may cost as much as if nothing had been
  /// asked before.
  void renew();

  /// Gives the engine's memory back, so that who makes the next one finds it mapped. Every further answer is
  /// a SolverError. \pre No scope is open.
  void close();

  const Statistics &statistics() const { return counters; }
  /// \pre Not closed.
  std::string engineName() const;

  static constexpr unsigned exhaustedLimit = 4;

private:
  unsigned exhausted = 0;

  template <typename Action> void attempt(Action action);
  /// Also Sat if isModelComplete is false.
  ModelAnswer ask(Term extra);
  ModelAnswer askEngine(Term extra);
  ModelAnswer examineModel(Term extra);
  ModelAnswer unknownAnswer() const;
  void count(const ModelAnswer &answer);

  TermStore &store;
  /// Null once it is closed; then `broken` says so.
  std::unique_ptr<Engine> engine;
  std::vector<std::vector<Term>> scopes;
  /// The model of the last question, if it has one that was not found wrong.
  std::unique_ptr<Evaluation> model;
  /// False: some values of it are no fractions, so that it was not evaluated in full.
  bool isModelComplete = true;
  /// Not empty once the engine threw outside value(): what it then holds is unknown, so nothing that it
  /// says afterwards counts.
  std::string broken;
  Statistics counters;
};

/// The smallest of QF_UF, QF_LIA, QF_LRA, QF_LIRA, QF_UFLIA, QF_UFLRA, QF_AUFLIRA (for QF_UFLIRA, which
/// Z3 4.8.12 does not know) and QF_UFNIRA (for everything nonlinear) that fits.
std::string logicOf(const Obligation &obligation);

} // namespace plumb::smt

#endif // PLUMB_CHECKER_SMT_SOLVER_H
