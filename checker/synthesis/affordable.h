// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/affordable.h - What could be guaranteed -*- C++ -*-===//
///
/// \file
/// What a mechanism could guarantee whose guarantee is left open: alignments that follow all stored runs,
/// whatever they cost, and for each of them what the prover's ledger says that it costs at most.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_AFFORDABLE_H
#define PLUMB_CHECKER_SYNTHESIS_AFFORDABLE_H

#include "checker/proof/proof.h"
#include "checker/synthesis/terms.h"

#include <string>
#include <vector>

namespace plumb::synthesis {

/// One guarantee with the alignments that afford it.
struct Answer {
  /// Over the scalar parameters, as it would be written.
  ExpressionPtr epsilon;
  /// Of the samples whose alignment was left out, in the order of the text.
  std::vector<std::pair<ir::Sample *, ExpressionPtr>> alignments;
  /// What is moved at most at each scale.
  struct Moved {
    ExpressionPtr scale, amount;
  };
  std::vector<Moved> ledger;
};

struct Answers {
  /// None is at most another for all parameters; the one that is least where sizes are large stands first.
  std::vector<Answer> all;
  /// Why there are none.
  std::vector<std::string> conflict;
};

/// \pre of what is claimed, the guarantee of \p mechanism alone is left open; alignments may be. They stay
/// open.
Answers affordable(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine);

/// Writes the alignments of \p answer into the mechanism.
void apply(const Answer &answer);

/// What runs and the prover say of an alignment that fits and is not proved, as it is told of what was found.
std::string whatIsOpen(const proof::Proof &proof);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_AFFORDABLE_H
