// SPDX-License-Identifier: Apache-2.0
//===- checker/inference/solved_for.h - Equations in a number ---*- C++ -*-===//
///
/// \file
/// What a comparison says of one number, and what is added to it, in lowest terms over parameters and
/// whatever else is read.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INFERENCE_SOLVED_FOR_H
#define PLUMB_CHECKER_INFERENCE_SOLVED_FOR_H

#include "checker/relational/context.h"
#include "checker/relational/scales.h"
#include "frontend/ir/statement.h"

#include <optional>
#include <utility>
#include <vector>

namespace plumb::inference {

relational::RationalFunction sum(const relational::RationalFunction &a,
                                 const relational::RationalFunction &b);
relational::RationalFunction difference(const relational::RationalFunction &a,
                                        const relational::RationalFunction &b);

class SolvedFor {
public:
  SolvedFor(const ir::Variable &x, relational::Context context);

  /// \p expression, in which x is an unknown; nothing if x is read elsewhere than in sums, products and
  /// quotients.
  std::optional<relational::RationalFunction> valueOf(const ir::Expression &expression);
  /// The x for which \p left and \p right are equal, if both are linear in it.
  std::optional<relational::RationalFunction> end(const ir::Expression &left, const ir::Expression &right);
  /// The s of `x := x + s`.
  std::optional<relational::RationalFunction> step(const ir::Assign &assign);
  /// Each s of `x := x + s` in the body of \p loop, once.
  std::vector<relational::RationalFunction> steps(const ir::For &loop);
  /// Null if it is anything else, or no value of x's sort.
  ir::ExpressionPtr overParameters(const relational::RationalFunction &function) const;
  /// Whether nothing but parameters is in it.
  bool isOverParameters(const relational::RationalFunction &function) const;

private:
  bool reads(const relational::Polynomial &polynomial) const;
  std::optional<relational::RationalFunction> solved(const relational::RationalFunction &function) const;

  const ir::Variable &x;
  const relational::Context context;
  const smt::Term atom;
  std::vector<std::pair<const ir::Expression *, smt::Term>> others;
};

} // namespace plumb::inference

#endif // PLUMB_CHECKER_INFERENCE_SOLVED_FOR_H
