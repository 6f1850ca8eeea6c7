// SPDX-License-Identifier: Apache-2.0
//===- checker/proof/comparison.h - Which guarantee is smaller? -*- C++ -*-===//
///
/// \file
/// Compares and simplifies terms over the scalar parameters of a mechanism: guarantees, scales and bounds
/// that were computed. An answer orders what is told, and proves nothing.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_PROOF_COMPARISON_H
#define PLUMB_CHECKER_PROOF_COMPARISON_H

#include "checker/proof/solver_context.h"

namespace plumb::proof {

/// Both divisors are positive and \p small <= \p large, as a formula.
smt::Term isAtMost(relational::Context context, const relational::RationalFunction &small,
                   const relational::RationalFunction &large);

class Comparison {
public:
  /// \p mechanism outlives it.
  Comparison(const ir::Mechanism &mechanism, const EngineMaker &makeEngine);

  /// Is \p small at most \p large for all parameters that meet the requirements? False also where that is not
  /// decided, or one of them is no rational function of the scalar parameters.
  bool isAtMost(const ir::Expression &small, const ir::Expression &large);
  /// \p term multiplied out and cancelled, of the sort Real. Null if it is no such function.
  ir::ExpressionPtr simplified(const ir::Expression &term);
  /// a / b if that is one positive number for all parameters.
  std::optional<Rational> ratio(const ir::Expression &a, const ir::Expression &b);

private:
  std::optional<relational::RationalFunction> function(const ir::Expression &term);

  const ir::Mechanism &mechanism;
  smt::TermStore store;
  SolverContext asked;
};

} // namespace plumb::proof

#endif // PLUMB_CHECKER_PROOF_COMPARISON_H
