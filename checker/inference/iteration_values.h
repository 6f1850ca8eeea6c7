// SPDX-License-Identifier: Apache-2.0
//===- checker/inference/iteration_values.h - Scalars within an iteration -*- C++ -*-===//
///
/// \file
/// What scalars are within one iteration of a loop, as terms over what was there when it began: `s := f[i] -
/// g[i]` and then `if s < 0 { s := 0 }` make s the larger of that and 0. For whoever makes candidates of
/// invariants.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INFERENCE_ITERATION_VALUES_H
#define PLUMB_CHECKER_INFERENCE_ITERATION_VALUES_H

#include "frontend/ir/program.h"

#include <map>
#include <memory>

namespace plumb::inference {

class IterationValues {
public:
  /// Goes on behind \p statement, which stands behind those that were passed before.
  void pass(const ir::Statement &statement);

  /// \p term, read at this place, over what was there when the iteration began, draws, and what cannot be
  /// said so: that is read as it stands.
  ir::ExpressionPtr at(const ir::Expression &term) const;

private:
  void assign(const ir::Variable &target, ir::ExpressionPtr value);
  void forgetAssigned(const ir::Block &block);

  /// Null: it cannot be said.
  std::map<const ir::Variable *, std::shared_ptr<const ir::Expression>> values;
};

} // namespace plumb::inference

#endif // PLUMB_CHECKER_INFERENCE_ITERATION_VALUES_H
