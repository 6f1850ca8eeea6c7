// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/stand_ins.h - Something in each hole ---*- C++ -*-===//
///
/// \file
/// What stands in the places that a mechanism leaves open while its runs are looked at one by one. Whether a
/// run is defined does not depend on alignments, on how little a guarantee is, or on a scale that will be
/// positive: so a number does as well as what will be found.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_STAND_INS_H
#define PLUMB_CHECKER_SYNTHESIS_STAND_INS_H

#include "checker/synthesis/snapshot.h"

namespace plumb::synthesis {

/// Are the inputs that are allowed, or have a neighbour, others for other answers? So it is where the bound
/// of a query is open, which may be negative, or a part of the guarantee, which may be anything.
bool inputsAreOpen(const ir::Mechanism &mechanism);

/// Does \p mechanism read a part of the guarantee that is left open elsewhere than in scales and in the
/// guarantee? Then nothing can stand for it.
bool readsOpenParts(const ir::Mechanism &mechanism);

/// As long as it lives, a mechanism has a term wherever its runs evaluate one. Scales are still said to be
/// open.
class StandIns {
public:
  /// \pre not readsOpenParts(\p of), which outlives this.
  explicit StandIns(ir::Mechanism &of);
  ~StandIns() { before.restore(); }
  StandIns(const StandIns &) = delete;
  StandIns &operator=(const StandIns &) = delete;

private:
  Snapshot before;
};

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_STAND_INS_H
