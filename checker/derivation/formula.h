// SPDX-License-Identifier: Apache-2.0
//===- checker/derivation/formula.h - Formulas and their parts -*- C++ -*-===//
///
/// \file
/// How formulas of the kernel are put together: what the search for evidence asks of them, and no more.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DERIVATION_FORMULA_H
#define PLUMB_CHECKER_DERIVATION_FORMULA_H

#include "kernel/refutation.h"

#include <utility>
#include <vector>

namespace plumb::derivation {

/// A formula that is no negation, and the value that it has to have.
using Literal = std::pair<kernel::Term, bool>;

/// \p formula has \p value.
Literal literalOf(const kernel::Terms &terms, kernel::Term formula, bool value);

/// And, Or, Implies.
bool isJunction(kernel::Operator op);

/// Its parts are formulas.
bool isComposed(const kernel::Terms &terms, kernel::Term formula);

/// That the junction \p formula has \p value: all of the literals (first), or one of them.
std::pair<bool, std::vector<Literal>> junctionOf(const kernel::Terms &terms, kernel::Term formula,
                                                 bool value);

/// Whether two unknowns are multiplied somewhere in \p obligation.
bool speaksOfProducts(const kernel::Terms &terms, const kernel::Obligation &obligation);

} // namespace plumb::derivation

#endif // PLUMB_CHECKER_DERIVATION_FORMULA_H
