// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/synthesis.h - Alignments left out ------*- C++ -*-===//
///
/// \file
/// Finds the alignments that a program leaves out. Nothing that is found here is trusted: it goes into the
/// program as if it had been written, is read again as text, and is proved by the prover like everything
/// else.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_SYNTHESIS_H
#define PLUMB_CHECKER_SYNTHESIS_SYNTHESIS_H

#include "checker/proof/proof.h"
#include "frontend/ir/program.h"
#include "frontend/support/diagnostic.h"

#include <functional>
#include <optional>
#include <vector>

namespace plumb::synthesis {

/// What became of the open alignments of one mechanism.
struct Synthesis {
  /// The samples whose alignment was left out and found; empty if none was, and then the holes are still
  /// there.
  std::vector<const ir::Sample *> found;
  /// Of the mechanism as it is filled now; nothing if nothing was found. Proved or not.
  std::optional<proof::Proof> proof;
  /// Why nothing was found: the smallest set of demands that no shift meets, a sentence each.
  std::vector<std::string> conflict;
  /// What is known of what was found, if it is not proved.
  std::vector<std::string> remarks;
};

/// Is a filled mechanism a program that can be written, printed and read back to the same IR?
using IsText = std::function<bool(const ir::Mechanism &)>;

/// Does some sample of \p mechanism have no alignment?
bool hasHoles(const ir::Mechanism &mechanism);

/// Fills the holes of \p mechanism with an alignment that is proved; if none is, with the simplest one that
/// follows all runs that were tried; if there is none either, with nothing. Deterministic.
Synthesis synthesize(ir::Mechanism &mechanism, const proof::EngineMaker &makeEngine, const IsText &isText);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_SYNTHESIS_H
