// SPDX-License-Identifier: Apache-2.0
//===- checker/derivation/mechanism_evidence.h - All that the kernel asks -*- C++ -*-===//
///
/// \file
/// Evidence for the obligations that the kernel itself makes of a text, of a mechanism or of a composition,
/// so that nobody has to be believed about which there are. What the prover has asked plays no part here.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DERIVATION_MECHANISM_EVIDENCE_H
#define PLUMB_CHECKER_DERIVATION_MECHANISM_EVIDENCE_H

#include "checker/derivation/certify.h"

#include <string>
#include <vector>

namespace plumb::derivation {

struct MechanismEvidence {
  /// What docs/certificate.md calls a mechanism, or a composition; empty if the kernel does not know a part
  /// of the language, or has made conditions for which there is no model.
  CertifiedText certified;
  /// Why the kernel makes no obligations, or the name of the place for which no model was found.
  std::string outside;
  /// The first obligation that is false at values which the kernel has evaluated, and what it is of
  /// (kernel::Obligation); empty: there is none.
  std::string refuted, refutedCondition;
};

/// \p text is a proved mechanism of \p program as proof::provedText writes it.
MechanismEvidence certifyMechanism(const std::string &text, const std::string &program,
                                   const smt::Budget &budget);

/// \p text is a proved composition of \p program, and \p parts are texts of mechanisms, all of whose
/// obligations have evidence.
MechanismEvidence certifyComposition(const std::string &text, const std::string &program,
                                     const std::vector<std::string> &parts, const smt::Budget &budget);

} // namespace plumb::derivation

#endif // PLUMB_CHECKER_DERIVATION_MECHANISM_EVIDENCE_H
