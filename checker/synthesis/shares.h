// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/shares.h - Dividing a guarantee --------*- C++ -*-===//
///
/// \file
/// Divides a guarantee among draws whose scales are left open: equal shares, or those of least weighted
/// variance (Lyu, Su and Li, "Understanding the Sparse Vector Technique for Differential Privacy", PVLDB
/// 2017).
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_SHARES_H
#define PLUMB_CHECKER_SYNTHESIS_SHARES_H

#include "checker/proof/comparison.h"

namespace plumb::synthesis {

struct Share {
  /// What is moved; null: nothing.
  const ir::Expression *amount;
  /// Of the variance; 1 where some other has one.
  std::optional<Rational> weight;
  /// The result: of all that is there to divide; 0 where nothing is moved. Their sum is exactly 1.
  Rational share;
};

/// Without weights all shares are equal. With them they are whole hundredths, so that the proof is exact, and
/// of those the ones for which the sum of weight * scale^2 is least. False if the ratio of two amounts is no
/// number, as is needed for weights.
bool divide(std::vector<Share> &parts, proof::Comparison &comparison);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_SHARES_H
