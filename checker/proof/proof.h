// SPDX-License-Identifier: Apache-2.0
//===- checker/proof/proof.h - Obligations and their evidence ---*- C++ -*-===//
///
/// \file
/// What was asked and what was answered, for one mechanism.
///
/// A Proof can only be made by prove(). It says "proved" if every obligation was
/// discharged, none is missing, and the hypotheses were shown to have models; there
/// is no other way to that word.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_PROOF_PROOF_H
#define PLUMB_CHECKER_PROOF_PROOF_H

#include "checker/alignment/condition.h"
#include "checker/smt/solver.h"
#include "frontend/ir/program.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumb::proof {

using alignment::Condition;

/// One obligation and what became of it.
struct Evidence {
  /// "support.lam", unique within the proof and fit for a file name.
  std::string name;
  Condition condition;
  /// What it is about: "lam", "`output below`".
  std::string subject;
  /// What a message points at.
  SourceRange range;
  smt::Outcome status = smt::Outcome::Unknown;
  /// "z3", "dependency graph", "syntax".
  std::string engine;
  /// SMT-LIB's name of the logic; empty if no solver was asked.
  std::string logic;
  /// For Unknown and Refuted, if there is more to say than the condition's text.
  std::string reason;
  /// Exactly what was asked; absent if no solver was.
  std::optional<smt::Obligation> question;
  /// Some pair of neighbours differs, and sizes are at least 1; empty where no such pair was found.
  std::vector<smt::Term> witness;
  /// The hypotheses were shown to be satisfiable, together with the witness, before the goal was asked.
  /// False where that is not decided, or decided by an obligation of its own (the premises').
  bool hypothesesHold = false;
  /// The obligation *is* the satisfiability of its hypotheses (condition Premises).
  bool asksForModel = false;
  /// What to do about it, where the advice that goes with the condition would not help.
  std::string advice;

  /// The sentence for this outcome.
  std::string text() const;
};

enum class Verdict : std::uint8_t {
  NotProved,
  Proved,
  /// The premises have no model in which something is protected, or a sample or publication is never
  /// reached: a proof would say nothing.
  Vacuous,
};

/// How much is moved in one class of scales (those that differ by a constant factor), measured at its
/// largest.
struct LedgerEntry {
  std::string scale, bound;
};

class Proof {
public:
  Proof(Proof &&) = default;
  Proof &operator=(Proof &&) = default;

  Verdict verdict() const { return outcome; }
  const std::vector<Evidence> &obligations() const { return evidence; }
  /// For each loop in program order, the invariants that were proved, as text.
  const std::vector<std::vector<std::string>> &invariants() const { return loopInvariants; }
  const std::vector<LedgerEntry> &ledger() const { return entries; }
  /// The smallest epsilon for which this alignment, with the bounds of the ledger, is a proof; a term over
  /// scalar parameters ("3 * eps / 4"). Empty if the ledger is open.
  const std::string &smallestEpsilon() const { return smallest; }
  const smt::Statistics &statistics() const { return counters; }

private:
  friend class Prover;
  Proof() = default;
  /// Owns the terms of the evidence.
  std::unique_ptr<smt::TermStore> store;
  std::vector<Evidence> evidence;
  std::vector<std::vector<std::string>> loopInvariants;
  std::vector<LedgerEntry> entries;
  std::string smallest;
  smt::Statistics counters;
  Verdict outcome = Verdict::NotProved;
};

/// Makes the engine for one mechanism.
using EngineMaker = std::function<std::unique_ptr<smt::Engine>(smt::TermStore &)>;

/// Proves the conditions of the theorem and the claims for \p mechanism, or says which are open.
/// Deterministic for a deterministic engine. Never throws for anything the engine does.
Proof prove(const ir::Mechanism &mechanism, const EngineMaker &makeEngine);

} // namespace plumb::proof

#endif // PLUMB_CHECKER_PROOF_PROOF_H
