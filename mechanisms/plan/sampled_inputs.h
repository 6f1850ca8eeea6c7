// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/plan/sampled_inputs.h - What a sample is of ---*- C++ -*-===//
///
/// \file
/// What the code is about that draws the sample of a composition: its parameters, what it requires of them
/// and of records, and the queries that its parts ask of the records. The head of a composition has all but
/// the queries, which belong to its mechanisms; so this is a neighbourhood of its own.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_PLAN_SAMPLED_INPUTS_H
#define PLUMB_MECHANISMS_PLAN_SAMPLED_INPUTS_H

#include "frontend/ir/composition.h"

namespace plumb::plan {

struct SampledInputs {
  /// \pre \p composition samples, and states its neighbours.
  explicit SampledInputs(const ir::Composition &composition);

  /// Without what parts publish, and without what is defined. Each query of the file that some part asks is
  /// there once, in the order in which parts first ask it.
  ir::Neighbourhood neighbourhood;
  /// The total that is claimed, over its parameters; null if none.
  ir::ExpressionPtr epsilon;
};

} // namespace plumb::plan

#endif // PLUMB_MECHANISMS_PLAN_SAMPLED_INPUTS_H
