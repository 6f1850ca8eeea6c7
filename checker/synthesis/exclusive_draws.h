// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/exclusive_draws.h - One or the other ---*- C++ -*-===//
///
/// \file
/// Of which draws no run makes both: they stand on different sides of a branch that no loop is around.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_EXCLUSIVE_DRAWS_H
#define PLUMB_CHECKER_SYNTHESIS_EXCLUSIVE_DRAWS_H

#include "frontend/ir/program.h"

#include <map>

namespace plumb::synthesis {

class ExclusiveDraws {
public:
  /// \param mechanism outlives it, and its statements stay where they are.
  explicit ExclusiveDraws(const ir::Mechanism &mechanism) { block(mechanism.body, {}); }

  bool areExclusive(const ir::Sample &one, const ir::Sample &other) const;

private:
  /// For each branch around, as far as no loop is around that: whether it is come to where the condition
  /// holds.
  using Sides = std::map<const ir::If *, bool>;
  void block(const ir::Block &statements, const Sides &sides);

  std::map<const ir::Sample *, Sides> around;
};

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_EXCLUSIVE_DRAWS_H
