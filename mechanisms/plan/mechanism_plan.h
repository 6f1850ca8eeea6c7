// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/plan/mechanism_plan.h - Before any text -------*- C++ -*-===//
///
/// \file
/// What is decided about a mechanism before a line for some target is written: how
/// large its values get, where its variables live, whether it can run in steps.
/// What it draws and publishes is in samplers.h and publications.h.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_PLAN_MECHANISM_PLAN_H
#define PLUMB_MECHANISMS_PLAN_MECHANISM_PLAN_H

#include "mechanisms/plan/premises.h"
#include "mechanisms/plan/problem.h"
#include "mechanisms/plan/storage.h"
#include "mechanisms/plan/stream.h"
#include "mechanisms/plan/value_ranges.h"
#include "mechanisms/plan/value_type.h"

namespace plumb::plan {

/// What is decided about terms: those of a mechanism, or those over the inputs of a neighbourhood on which
/// nothing runs. Lives no longer than these.
struct TermPlan {
  explicit TermPlan(const ir::Setting &setting);

  /// What holds \p variable, or an element of an array; Rational for an integer that nothing bounds to 128
  /// bits.
  ///
  /// \param known `ranges` or `rawRanges`.
  ValueType typeOf(const ir::Variable &variable, const ValueRanges &known) const;

  const ir::Neighbourhood &inputs;
  Premises premises;
  /// For code that runs behind the checks of the constructor.
  ValueRanges ranges;
  /// For those checks.
  ValueRanges rawRanges;
  Storage storage;
  /// Nothing if there is no mechanism, or if it can only be run as a whole.
  std::optional<StreamPlan> stream;
};

/// Why no target can run \p mechanism: data or noise over the reals, answers that 128 bits do not hold.
void refuse(const ir::Mechanism &mechanism, Problems &problems);

} // namespace plumb::plan

#endif // PLUMB_MECHANISMS_PLAN_MECHANISM_PLAN_H
