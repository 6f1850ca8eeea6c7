// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/situations.h - When does a draw matter? -*- C++ -*-===//
///
/// \file
/// Where a draw stands, and the public conditions under which its shift may differ: what its iteration
/// publishes, whether it is the winner's, and the conditions on parameters that are asked behind it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_SITUATIONS_H
#define PLUMB_CHECKER_SYNTHESIS_SITUATIONS_H

#include "checker/synthesis/terms.h"

#include <vector>

namespace plumb::synthesis {

/// A sample and where it stands.
struct Draw {
  ir::Sample *sample = nullptr;
  /// Outermost first.
  std::vector<const ir::For *> loops;
  /// The conditions of branches and loops around it.
  std::vector<const ir::Expression *> guards;
};

/// All samples of \p mechanism in the order of the text.
std::vector<Draw> draws(ir::Mechanism &mechanism);

/// The situations of one draw exclude one another if they are asked in their order, and cover everything.
struct Situation {
  /// What an alignment may read at the draw: the output and public values. Null: otherwise.
  ExpressionPtr condition;
  /// What the iteration publishes, as far as the condition says it; null if it does not.
  const ir::Tag *tag = nullptr;
  /// What the index of the draw is equal to here: the winner, as it is published. Null if it is none.
  ExpressionPtr winner = nullptr;
  /// What the draw's iteration publishes is asked first, and before that what a loop in it publishes: its
  /// number among the answers, and its condition, null for the last.
  std::size_t group = 0;
  ExpressionPtr groupCondition = nullptr;
  /// What is known of the next iteration, beside what the situation next to it has: what it publishes, or
  /// that there is none.
  enum class Next : std::uint8_t { Nothing, Publishes, IsNone };
  Next next = Next::Nothing;
};

/// \post at least one; only the last has no condition. Those of a group stand together, unless all are of
/// one.
///
/// \param mechanism gets the variables that the conditions bind.
std::vector<Situation> situations(ir::Mechanism &mechanism, const Draw &draw);

/// Can no two of the conditions hold at once, whatever the order? Told from different tags of one cell, and
/// from different numbers that one value is compared with.
bool areApart(const Situation &one, const Situation &other);

/// The locals that hold the index of a winner, and that are published or returned.
std::vector<const ir::Variable *> winners(const ir::Mechanism &mechanism);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_SITUATIONS_H
