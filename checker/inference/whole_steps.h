// SPDX-License-Identifier: Apache-2.0
//===- checker/inference/whole_steps.h - Budgets in whole steps -*- C++ -*-===//
///
/// \file
/// A real x that goes in equal public steps is tested against an end: `while spent < eps { ... spent := spent
/// + eps / N }`. A step behind the test leads to eps and not beyond, as eps lies N steps from the start: how
/// many x has taken is a whole number.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INFERENCE_WHOLE_STEPS_H
#define PLUMB_CHECKER_INFERENCE_WHOLE_STEPS_H

#include "checker/inference/templates.h"

#include <vector>

namespace plumb::inference {

class WholeSteps {
public:
  /// Of each real that the loop of \p templates assigns and tests so. Only where a test leaves its end out,
  /// or has it between two steps; elsewhere a bound on x needs none of this.
  static std::vector<WholeSteps> in(const Templates &templates);

  /// How many steps x has taken since the loop was entered.
  Counter taken() const;
  /// x is its value at the entry and so many steps; and so many at most, as tests say.
  void addTo(Templates &templates) const;

private:
  WholeSteps(const ir::Variable &x, std::size_t place, const ir::Expression &step, bool isUp)
      : x(&x), place(place), step(&step), isUp(isUp) {}

  smt::Term takenOf(relational::Context context, const relational::LoopHead &head) const;

  const ir::Variable *x;
  /// Of x among the countedNumbers.
  std::size_t place;
  const ir::Expression *step;
  bool isUp;
  /// Polynomials over Ints.
  std::vector<relational::Polynomial> most;
};

} // namespace plumb::inference

#endif // PLUMB_CHECKER_INFERENCE_WHOLE_STEPS_H
