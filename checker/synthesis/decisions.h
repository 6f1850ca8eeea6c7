// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/decisions.h - What nobody is told ------*- C++ -*-===//
///
/// \file
/// What a loop decides by its noise, and does not publish: whether a noisy answer is above, where only the
/// number of those above is told. An alignment can follow a decision that is announced.
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
  const ir::Expression *condition;
};

/// Might noise decide \p condition?
bool mayBeNoisy(const ir::Expression &condition);

/// The first one of each loop whose iterations publish nothing.
std::vector<Decision> untoldDecisions(ir::Mechanism &mechanism);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_DECISIONS_H
