// SPDX-License-Identifier: Apache-2.0
//===- checker/report/explain_obligations.h - Why the theorem applies -*- C++ -*-===//
///
/// \file
/// Why the theorem applies, for a reader: its conditions with the obligations that were answered, or those
/// that are open with what to do about them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_EXPLAIN_OBLIGATIONS_H
#define PLUMB_CHECKER_REPORT_EXPLAIN_OBLIGATIONS_H

#include "checker/report/explain_chain.h"
#include "checker/report/explain_document.h"
#include "checker/report/result.h"

#include <vector>

namespace plumb::report {

/// Obligations that say the same with the same outcome: those of one place on several paths. Where one of a
/// place is open, those that are shown are told with it: that is no sentence about the mechanism.
struct ObligationLine {
  proof::Condition condition;
  std::string subject, text, engine;
  /// What to do about it.
  std::string advice;
  smt::Outcome status;
  unsigned count;
  /// Of an open one: how many others of its place are proved.
  unsigned proved = 0;
  /// Their places.
  std::vector<std::size_t> places;
  /// Of the cost: that of what is moved at one scale, not of all of it.
  bool isMovement = false;
  /// The innermost loop in which it stands, or null.
  const ir::Statement *loop = nullptr;
};

/// In the order in which they were asked; each is counted exactly once. What reads alike of several loops is
/// told with the line of its loop.
std::vector<ObligationLine> obligationLines(const Result &result, const SourceFile &file);

/// The conditions of the theorem as headings, under each one line for each of its obligations, open ones
/// first; below each why it holds. \param chains those of \p result, or none. \param price priceLine, or
/// empty.
void explainObligations(Document &document, const Result &result, const SourceFile &file,
                        const Chains &chains, const Line &price);

/// Only those that are open, with what to do about them. Nothing if there are none.
void explainOpen(Document &document, const Result &result, const SourceFile &file);

/// What was found to hold whenever the head of \p loop is reached; at least one text.
struct LoopInvariants {
  const ir::Statement *loop;
  std::vector<std::string> invariants;
  /// Of each, its places among those of the loop in the proof.
  std::vector<std::vector<std::size_t>> places;
};

/// In program order, without loops of which nothing was found.
std::vector<LoopInvariants> invariantsOf(const ir::Mechanism &mechanism, const proof::Proof &proof);

/// For each loop what was found to hold at every iteration; what \p chains make use of first. Nothing if
/// there is no such loop.
void explainInvariants(Document &document, const Result &result, const SourceFile &file,
                       const Chains &chains);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_EXPLAIN_OBLIGATIONS_H
