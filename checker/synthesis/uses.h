// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/uses.h - How a draw is used ------------*- C++ -*-===//
///
/// \file
/// The places behind a draw where its value stands in a sum that is compared, assigned or published: what the
/// shift has to make up for there. The draw is followed forwards through what is assigned from it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_USES_H
#define PLUMB_CHECKER_SYNTHESIS_USES_H

#include "checker/synthesis/situations.h"

namespace plumb::synthesis {

/// The draw plus the sum of \c rest is what the program computes with, up to a factor.
struct Use {
  std::vector<Summand> rest;
  /// The terms are over what is known at the draw. Else they say no more than by how much it may have to be
  /// moved at most.
  bool isReadable = true;
  /// What can be read at the draw is all of the sum but for locals that were assigned again since. If they
  /// are the same in both runs, it is what differs.
  bool isReadableButForLocals = false;
  /// Set if the sum is published, under this tag.
  const ir::Tag *tag = nullptr;
  /// Loops behind the draw whose variables stand in the sum: it is used once for each iteration.
  std::vector<const ir::For *> later;
};

/// In the order of the text.
std::vector<Use> uses(const ir::Mechanism &mechanism, const Draw &draw);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_USES_H
