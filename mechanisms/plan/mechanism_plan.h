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
#include "mechanisms/plan/work.h"

namespace plumb::plan {

/// Lives no longer than the mechanism.
struct MechanismPlan {
  explicit MechanismPlan(const ir::Mechanism &mechanism, Work chosen = Work::Fast);

  /// What holds \p variable, or an element of an array; Rational for an integer that nothing bounds to 128
  /// bits.
  ///
  /// \param known `ranges` or `rawRanges`.
  ValueType typeOf(const ir::Variable &variable, const ValueRanges &known) const;

  const ir::Mechanism &mechanism;
  Work work;
  Released released;
  Premises premises;
  /// For code that runs behind the checks of the constructor.
  ValueRanges ranges;
  /// For those checks.
  ValueRanges rawRanges;
  Storage storage;
  /// Nothing if the mechanism can only be run as a whole.
  std::optional<StreamPlan> stream;
};

/// Why no target can run \p mechanism: data or noise over the reals, answers that 128 bits do not hold.
void refuse(const ir::Mechanism &mechanism, Problems &problems);

} // namespace plumb::plan

#endif // PLUMB_MECHANISMS_PLAN_MECHANISM_PLAN_H
