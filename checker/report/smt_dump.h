// SPDX-License-Identifier: Apache-2.0
//===- checker/report/smt_dump.h - The proof for other solvers --*- C++ -*-===//
///
/// \file
/// Every question that a verdict rests on as an SMT-LIB script, so that another
/// solver can be asked the same.
///
/// `(set-info :status ...)` is what the verdict needs, or, for an obligation that
/// failed, what the solver said.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_SMT_DUMP_H
#define PLUMB_CHECKER_REPORT_SMT_DUMP_H

#include "checker/verdict/evidence.h"

#include <string>
#include <utility>
#include <vector>

namespace plumb::report {

struct Script {
  /// "support.lam.smt2", "support.lam.vacuity.smt2"; the caller puts the mechanism in front.
  std::string name;
  std::string text;
};

/// For each obligation with a question, in order: that it holds (hypotheses and the negated goal, unsat),
/// and, where that was decided, that its hypotheses do not exclude everything (hypotheses and witness, sat).
/// An obligation that only asks for a model has the second alone.
///
/// For an identity: that its summands, each of them at least 0, imply the goal. A comment gives each as a
/// product of requirements. Without a sum the requirements stand there, and the answer is unknown.
std::vector<Script> scripts(const std::vector<verdict::Evidence> &obligations);

/// What was checked and its obligations.
using NamedEvidence = std::pair<std::string, const std::vector<verdict::Evidence> *>;

/// The questions without identities in the same order as one script, with the name in front of each.
/// Hypotheses that follow each other are shared by push and pop. cvc5 reads it with --incremental.
std::string combinedScript(const std::vector<NamedEvidence> &subjects);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_SMT_DUMP_H
