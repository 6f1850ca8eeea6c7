// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/alternative.h - Another alignment ------*- C++ -*-===//
///
/// \file
/// A mechanism whose alignment is no proof may be private all the same. Its alignments are left out here, and
/// looked for as if they had never been written.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_ALTERNATIVE_H
#define PLUMB_CHECKER_SYNTHESIS_ALTERNATIVE_H

#include "checker/synthesis/synthesis.h"

#include <llvm/ADT/STLExtras.h>

namespace plumb::synthesis {

/// What is proved of the same mechanism with other clauses.
struct Alternative {
  /// Of each sample, in the order of the text: "align lam' = lam + f - f'".
  std::vector<std::string> alignments;
  /// The loops had invariants, and the proof does without them.
  bool isWithoutInvariants = false;
  /// They are all that is wrong: the alignments are those that were written.
  bool isOnlyInvariants = false;
  proof::Proof proof;
};

/// Proves \p mechanism without its invariants, if one is open, or with alignments that are found. Nothing
/// means only that none was. The mechanism is changed meanwhile, and as it was in the end.
///
/// \param own the proof of \p mechanism as it stands, which is open.
/// \param whenProved is given the mechanism as it is proved.
std::optional<Alternative> findAlternative(ir::Mechanism &mechanism, const proof::Proof &own,
                                           const proof::EngineMaker &makeEngine, const IsText &isText,
                                           llvm::function_ref<void(const ir::Mechanism &)> whenProved);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_ALTERNATIVE_H
