// SPDX-License-Identifier: Apache-2.0
//===- checker/proof/meaning_of_products.h - Products as products -*- C++ -*-===//
///
/// \file
/// To the solver a product of unknowns is some function of which only a few lemmas are known. That is
/// sound for a proof, but what such a function makes possible need not be: behind `i * i = 2` is no run.
/// So whatever is said to be possible has a model in which each product has the value of its factors.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_PROOF_MEANING_OF_PRODUCTS_H
#define PLUMB_CHECKER_PROOF_MEANING_OF_PRODUCTS_H

#include "checker/relational/evaluator.h"
#include "checker/smt/solver.h"

#include <optional>

namespace plumb::proof {

/// Right after the solver found a model of the open scopes, \p known, and of \p wanted: looks for one in
/// which products and quotients are such. \returns what makes them so, and has a model together with the
/// others; nothing if none was found.
std::optional<std::vector<smt::Term>> meaningOfProducts(relational::Context context, smt::Solver &solver,
                                                        const std::vector<smt::Term> &known,
                                                        const std::vector<smt::Term> &wanted);

} // namespace plumb::proof

#endif // PLUMB_CHECKER_PROOF_MEANING_OF_PRODUCTS_H
