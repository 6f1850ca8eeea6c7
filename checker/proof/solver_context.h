// SPDX-License-Identifier: Apache-2.0
//===- checker/proof/solver_context.h - One question, one solver -*- C++ -*-===//
///
/// \file
/// What it takes to ask a solver about one mechanism or neighbourhood: the solver, and the tables in which it
/// becomes terms. \see relational::Context, which hands the tables on.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_PROOF_SOLVER_CONTEXT_H
#define PLUMB_CHECKER_PROOF_SOLVER_CONTEXT_H

#include "checker/proof/proof.h"

namespace plumb::proof {

/// For one thread and, as terms are kept, for one question after another.
struct SolverContext {
  /// What \p setting is made of and \p ofTerms, in which all terms are made, outlive this.
  SolverContext(ir::Setting setting, const EngineMaker &makeEngine, smt::TermStore &ofTerms)
      : store(ofTerms), solver(store, makeEngine(store)), symbols(setting, store), products(store),
        scales(symbols, products, store), context{store, symbols, products, scales} {}
  /// The context points into it.
  SolverContext(const SolverContext &) = delete;
  SolverContext &operator=(const SolverContext &) = delete;

  smt::TermStore &store;
  smt::Solver solver;
  relational::Symbols symbols;
  relational::Products products;
  relational::Scales scales;
  relational::Context context;
};

} // namespace plumb::proof

#endif // PLUMB_CHECKER_PROOF_SOLVER_CONTEXT_H
