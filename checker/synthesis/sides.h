// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/sides.h - On which side it was ---------*- C++ -*-===//
///
/// \file
/// What is told of a noisy value may be only that it lies outside of a band: above it, or below. The shift
/// that keeps it there depends on the side, and nobody is told which it was. An alignment can follow a side
/// that is announced. Whether runs branch by it or publish the truth value is the same.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_SIDES_H
#define PLUMB_CHECKER_SYNTHESIS_SIDES_H

#include "checker/synthesis/announcement.h"

#include <vector>

namespace plumb::synthesis {

struct Sides {
  /// In front of the statement that decides, or that gives the decision its name.
  Place place;
  /// Where several conditions decide together, whether the first does, or one of the first two, and so on:
  /// `z >= U` of `z >= U or z <= L`; and `x >= y` of `abs(x) >= y`.
  std::vector<ExpressionPtr> conditions;
};

/// Of the decisions in \p mechanism that noise makes; as many conditions for each.
std::vector<Sides> untoldSides(ir::Mechanism &mechanism);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_SIDES_H
