// SPDX-License-Identifier: Apache-2.0
//===- checker/derivation/certify.h - Evidence for answers of a solver -*- C++ -*-===//
///
/// \file
/// Finds evidence for what a solver has said, so that it need not be believed: the solver tells which
/// hypotheses it needs, the rest is found here. What is not found within the budget is listed as believed.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DERIVATION_CERTIFY_H
#define PLUMB_CHECKER_DERIVATION_CERTIFY_H

#include "checker/smt/solver.h"
#include "checker/verdict/evidence.h"

#include <string>
#include <vector>

namespace plumb::derivation {

struct CertifiedText {
  /// What docs/certificate.md calls a subject.
  std::string text;
  std::size_t shown = 0;
  /// Names of obligations that were proved, and for which no evidence was found.
  std::vector<std::string> believed;
  /// Of how many obligations nothing is shown, as no refutation of a solver decides them.
  std::size_t elsewhere = 0;
};

/// \pre all of \p obligations are proved; their questions are of one TermStore.
CertifiedText certify(const std::string &name, const std::vector<verdict::Evidence> &obligations,
                      const smt::Budget &budget);

} // namespace plumb::derivation

#endif // PLUMB_CHECKER_DERIVATION_CERTIFY_H
