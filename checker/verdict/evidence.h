// SPDX-License-Identifier: Apache-2.0
//===- checker/verdict/evidence.h - An obligation, answered -----*- C++ -*-===//
///
/// \file
/// What was asked of a program and what became of it: one type, whatever the program declares and whoever
/// answers. The provers make it; reports, messages, scripts and certificates read it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_VERDICT_EVIDENCE_H
#define PLUMB_CHECKER_VERDICT_EVIDENCE_H

#include "checker/smt/obligation.h"
#include "checker/verdict/condition.h"
#include "checker/verdict/reason.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumb::verdict {

/// Why a goal holds, where that can be written down and multiplied out by a reader: the goal as a sum without
/// a negative part.
class Identity {
public:
  virtual ~Identity() = default;
  /// "s * exp(eps) - 1 >= 0"
  virtual std::string goal() const = 0;
  /// "(s - 1) * (exp(eps) - 1)": what the goal's polynomial is equal to; empty if none was found.
  virtual std::string sum() const = 0;
  /// Both sides of the goal are equal term by term, so that there is nothing to see in it.
  virtual bool isTrivial() const = 0;
  /// The summands as hypotheses, each with its product as a note, and the goal; the requirements if there is
  /// no sum. A product of variables stands as one unknown.
  virtual smt::Obligation question(smt::TermStore &store) const = 0;
};

/// One obligation and what became of it.
struct Evidence {
  /// "support.lam", unique within what is checked and fit for a file name.
  std::string name;
  Condition condition;
  /// What it is about: "lam", "`output below`".
  std::string subject;
  /// What a message points at.
  SourceRange range;
  smt::Outcome status = smt::Outcome::Unknown;
  /// Who has answered: "z3", "dependency graph", "syntax", "coefficients", "products".
  std::string engine = {};
  /// What the solver's answer took; nothing if no solver was asked.
  smt::Effort effort = {};
  /// SMT-LIB's name of the logic; empty if no solver was asked.
  std::string logic = {};
  /// For Unknown and Refuted, if there is more to say than the condition's text.
  std::string reason = {};
  /// Exactly what was asked; absent if no solver was.
  std::optional<smt::Obligation> question = {};
  /// For the first of its hypotheses; those behind these are true of all numbers.
  std::vector<Reason> reasons = {};
  /// Some pair of neighbours differs, and sizes are at least 1; empty where no such pair was found.
  std::vector<smt::Term> witness = {};
  /// The hypotheses were shown to be satisfiable, together with the witness, before the goal was asked.
  /// False where that is not decided, or decided by an obligation of its own (the premises').
  bool hypothesesHold = false;
  /// The obligation *is* the satisfiability of its hypotheses (condition Premises).
  bool asksForModel = false;
  /// What to do about it, where the advice that goes with the condition would not help.
  Help advice = {};
  /// Number of the claim that it is for, where there are several; nothing if it is for all of them.
  std::optional<std::size_t> claim = {};
  /// The sentence for this outcome, where the condition has none.
  std::string sentence = {};
  /// Null where a solver or the syntax is the only witness.
  std::shared_ptr<const Identity> identity = {};

  bool isProved() const { return status == smt::Outcome::Proved; }
  /// The sentence for this outcome, with the reason.
  std::string text() const;
  /// The message that it is open. \pre it is, and the condition is not Termination, which the syntax decides
  /// before anything is asked.
  Diagnostic finding() const;
};

/// "proved", "failed" or "unknown": the words of every machine-readable report.
std::string_view text(smt::Outcome outcome);

/// \p subject as a part of an obligation's name, fit for a file name: letters and digits, other characters as
/// one underscore.
std::string asName(const std::string &subject);

} // namespace plumb::verdict

#endif // PLUMB_CHECKER_VERDICT_EVIDENCE_H
