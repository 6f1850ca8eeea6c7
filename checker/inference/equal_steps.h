// SPDX-License-Identifier: Apache-2.0
//===- checker/inference/equal_steps.h - Reals in equal steps ---*- C++ -*-===//
///
/// \file
/// A real that each iteration changes by the same term over parameters, `b := b - 1 / eps`: it is known from
/// how many have passed.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INFERENCE_EQUAL_STEPS_H
#define PLUMB_CHECKER_INFERENCE_EQUAL_STEPS_H

#include "checker/inference/templates.h"

#include <optional>

namespace plumb::inference {

class EqualSteps {
public:
  /// Nothing if \p x is no real, or goes otherwise, or no draw of the body has a scale that falls where it
  /// goes.
  static std::optional<EqualSteps> of(const Templates &templates, const ir::Variable &x);

  /// It is its value at entry and a step for each iteration.
  void addTo(Templates &templates) const;

private:
  EqualSteps(const ir::Variable &x, const ir::Expression &step, bool isUp) : x(&x), step(&step), isUp(isUp) {}

  smt::Term stepOf(relational::Context context, const relational::LoopHead &head) const;

  const ir::Variable *x;
  const ir::Expression *step;
  bool isUp;
};

} // namespace plumb::inference

#endif // PLUMB_CHECKER_INFERENCE_EQUAL_STEPS_H
