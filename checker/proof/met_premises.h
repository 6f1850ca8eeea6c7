// SPDX-License-Identifier: Apache-2.0
//===- checker/proof/met_premises.h - Do premises say something? -*- C++ -*-===//
///
/// \file
/// Premises that are met for empty arrays alone contradict each other wherever they speak of elements, and a
/// proof from them says nothing there. So for each array an input is looked for on which it has elements. Not
/// one for all arrays: where `n + q = 1`, one of two arrays is empty on every input, and neither on all.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_PROOF_MET_PREMISES_H
#define PLUMB_CHECKER_PROOF_MET_PREMISES_H

#include "checker/proof/some_input.h"

#include <string>

namespace plumb::proof {

struct MetPremises {
  /// Sat: the premises are met with what was wanted, and each array has elements on some input. Unsat: it is
  /// shown that they are not, or that some array never has any. Unknown: neither is known.
  SomeInput input;
  /// The name of an array that never has elements, if \c input is Unsat because of it; null otherwise. Lives
  /// in the program.
  const std::string *onlyEmpty = nullptr;
};

/// What is to be said of such an array.
std::string whyOnlyEmpty(const std::string &array);

/// As someInput(), of parameters, queries and fields with elements.
MetPremises meetPremises(relational::Context context, smt::Solver &solver,
                         const std::vector<smt::Term> &facts, smt::Term wanted);

} // namespace plumb::proof

#endif // PLUMB_CHECKER_PROOF_MET_PREMISES_H
