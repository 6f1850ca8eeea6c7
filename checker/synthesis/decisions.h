// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/decisions.h - What nobody is told ------*- C++ -*-===//
///
/// \file
/// What a loop decides by its noise, and does not publish: whether a noisy answer is above, where only the
/// number of those above is told. A truth value is what its condition is: `found := z > T` decides as an `if`
/// does. An alignment can follow a decision that is announced.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_DECISIONS_H
#define PLUMB_CHECKER_SYNTHESIS_DECISIONS_H

#include "checker/synthesis/announcement.h"

#include <vector>

namespace plumb::synthesis {

struct Decision {
  /// In front of the statement that decides.
  Place place;
  /// What is decided. Of a flag that gathers what the iterations decide, and so stays as it is once it has
  /// turned: that it turns now; of a count with an end, that it takes a step in front of that.
  ExpressionPtr condition;
  /// The iteration publishes something else.
  bool isCellTaken;
};

/// Might noise decide \p condition?
bool mayBeNoisy(const ir::Expression &condition);

/// The first one of each loop: of those whose iterations publish something, the first that they do not tell.
std::vector<Decision> untoldDecisions(ir::Mechanism &mechanism);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_DECISIONS_H
