// SPDX-License-Identifier: Apache-2.0
//===- checker/smt/obligation.h - One thing to prove ------------*- C++ -*-===//
///
/// \file
/// Questions and answers. An Obligation is what is asked of a solver; Outcome is what became of it,
/// Satisfiability what was found out about models. "Unsat" and "Proved" are different words on purpose:
/// only Solver turns the one into the other. Every answer starts as Unknown.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SMT_OBLIGATION_H
#define PLUMB_CHECKER_SMT_OBLIGATION_H

#include "checker/smt/term.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace plumb::smt {

/// hypotheses => goal, for all values of the free symbols.
struct Obligation {
  /// Stable and unique within a mechanism, fit for a file name: "support.lam.1".
  std::string name;
  /// Sort Bool, each. Shared prefixes are common: the obligations of one path.
  std::vector<Term> hypotheses;
  /// Sort Bool.
  Term goal;
  /// For each of the hypotheses a line for readers; or none at all.
  std::vector<std::string> notes = {};
};

/// What became of an obligation. Wherever something is asked of a program this is the word for the answer,
/// whoever gave it: the solver, the syntax, a graph, or an identity that was multiplied out.
enum class Outcome : std::uint8_t {
  /// The start value, and every answer that is none: the reason says which.
  Unknown,
  Proved,
  /// There is a counter-model, or what else was asked decides against it.
  Refuted,
};

/// What is known of the models of some formulas.
enum class Satisfiability : std::uint8_t {
  /// The start value, and every answer that is none.
  Unknown,
  Unsat,
  Sat,
};

/// Why there is no answer. Distinct because users act differently on them.
enum class UnknownReason : std::uint8_t {
  None,
  /// The solver gave up (incomplete theory).
  Incomplete,
  /// The resource limit was reached; reproducible.
  ResourceLimit,
  /// The wall-clock safety net fired; not reproducible.
  TimeOut,
  /// The solver reported an error or threw.
  SolverError,
};

/// Values of the free symbols, exact.
struct Model {
  struct Value {
    Sort sort;
    Rational number; // 0 or 1 for Bool
  };
  /// Variables (symbols without arguments) by name. A variable that the solver left open is absent.
  std::map<std::string, Value> variables;
};

/// What answers took: the solver's units, which are the same each time, and wall clock, which is not and
/// stands in no document.
struct Effort {
  std::uint64_t resourceUnits = 0;
  std::chrono::nanoseconds time{0};
};

/// Does the goal follow?
struct Answer {
  Outcome outcome = Outcome::Unknown;
  UnknownReason unknown = UnknownReason::None;
  /// For Unknown: one lower-case phrase without a final period, never empty.
  std::string reason;
  Effort effort = {};
};

/// Is there a model?
struct ModelAnswer {
  Satisfiability satisfiability = Satisfiability::Unknown;
  UnknownReason unknown = UnknownReason::None;
  /// As in Answer.
  std::string reason;
  Effort effort = {};

  bool isSat() const { return satisfiability == Satisfiability::Sat; }
  bool isUnsat() const { return satisfiability == Satisfiability::Unsat; }
  /// The answer to an obligation that asks for a model.
  Answer asObligation() const {
    return {isSat()     ? Outcome::Proved
            : isUnsat() ? Outcome::Refuted
                        : Outcome::Unknown,
            unknown, reason, effort};
  }
};

} // namespace plumb::smt

#endif // PLUMB_CHECKER_SMT_OBLIGATION_H
