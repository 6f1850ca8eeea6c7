// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/running_bests.h - The best so far ------*- C++ -*-===//
///
/// \file
/// A loop may keep the largest or the least of its noisy answers in a local, and what is told in the end is
/// how large it is. Which iteration it comes from is written down nowhere then; a local that has it can be
/// put beside it, for the proof alone.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_RUNNING_BESTS_H
#define PLUMB_CHECKER_SYNTHESIS_RUNNING_BESTS_H

#include "checker/synthesis/announcement.h"

#include <vector>

namespace plumb::synthesis {

struct RunningBest {
  const ir::Variable *local;
  const ir::For *loop;
  /// Where the loop stands, and the loops around it.
  ir::Block *block;
  std::vector<const ir::For *> around;
  /// Where the loop assigns the local, in the order of the text.
  struct Choice {
    ir::Block *block;
    const ir::Assign *assign;
  };
  std::vector<Choice> choices;
};

/// Scalars that one loop assigns by a choice between what they are and what the iteration has drawn, and that
/// are read behind it; those beside which the loop keeps its index are not among them.
std::vector<RunningBest> runningBests(ir::Mechanism &mechanism);

/// A new local is kept beside each of \p bests, with the iteration that it comes from. They are announced
/// together behind the last of the loops. \pre at least one; their loops stand in one block, in this order.
void announceIterations(Announcement &announcement, const std::vector<RunningBest> &bests);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_RUNNING_BESTS_H
