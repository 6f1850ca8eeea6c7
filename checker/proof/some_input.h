// SPDX-License-Identifier: Apache-2.0
//===- checker/proof/some_input.h - Do premises hold for any input? -*- C++ -*-===//
///
/// \file
/// A proof from premises that nothing meets says nothing. Elsewhere a premise `forall i in a .. b`
/// is put only at the indices that are read, and a product of unknowns is a function of which
/// only some lemmas are known. Both is sound for a proof, and not enough for a model: here every
/// quantified premise is put at every index of its range, on inputs whose ranges are short, so is
/// each `forall` inside of a formula, and each product is the product of its factors' values.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_PROOF_SOME_INPUT_H
#define PLUMB_CHECKER_PROOF_SOME_INPUT_H

#include "checker/relational/evaluator.h"
#include "checker/smt/solver.h"

namespace plumb::proof {

struct SomeInput {
  /// Sat: there is one. Unsat: there is none. Unknown: none was found.
  smt::ModelAnswer answer;
  /// What was asked to be satisfiable; empty if no input was found though the solver had its answers.
  std::vector<smt::Term> asked;
};

/// Looks for an input that meets all premises of \p context 's mechanism, and \p wanted.
/// \param facts other premises. Each `forall` in them and in \p wanted is one of Symbols::truthOf.
SomeInput someInput(relational::Context context, smt::Solver &solver, const std::vector<smt::Term> &facts,
                    smt::Term wanted);

/// As someInput(), of data without a record: these meet all that is said of records, and each count and sum
/// of them is 0. \param facts of a run by itself (relational::startOfAnyData).
SomeInput someInputWithoutRecords(relational::Context context, smt::Solver &solver,
                                  const std::vector<smt::Term> &facts, smt::Term wanted);

/// As someInput(), of data with a record that meets what is said of records, whether or not these data have a
/// neighbour. \param facts of a run by itself.
SomeInput someInputWithRecord(relational::Context context, smt::Solver &solver,
                              const std::vector<smt::Term> &facts, smt::Term wanted);

} // namespace plumb::proof

#endif // PLUMB_CHECKER_PROOF_SOME_INPUT_H
