// SPDX-License-Identifier: Apache-2.0
//===- checker/adjacency/difference.h - Stated difference sets --*- C++ -*-===//
///
/// \file
/// The textbook form of adjacency: bounds on d = f(D) - f(D'), put at one index
/// at a time so that obligations stay free of quantifiers.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_ADJACENCY_DIFFERENCE_H
#define PLUMB_CHECKER_ADJACENCY_DIFFERENCE_H

#include "checker/smt/term.h"
#include "frontend/ir/adjacency.h"

#include <string>
#include <vector>

namespace plumb::adjacency {

/// What \p direction says of one difference.
/// \param d, bound of one sort, Int or Real; the bound is not assumed to be non-negative (if it is
/// negative, nobody has a neighbour, and the premises are found contradictory).
smt::Term withinBound(smt::TermStore &store, ir::Difference::Direction direction, smt::Term d,
                      smt::Term bound);

/// "at most one element changes", at one index: d != 0 implies index = changed.
smt::Term changesOnlyAt(smt::TermStore &store, smt::Term d, const std::vector<smt::Term> &index,
                        const std::vector<smt::Term> &changed);

/// "0 <= f[i] - f'[i] <= 1 for every i": the assumption in words.
std::string describe(const ir::Difference &difference);

} // namespace plumb::adjacency

#endif // PLUMB_CHECKER_ADJACENCY_DIFFERENCE_H
