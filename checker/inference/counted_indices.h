// SPDX-License-Identifier: Apache-2.0
//===- checker/inference/counted_indices.h - Where a record counts -*- C++ -*-===//
///
/// \file
/// At which indices of an array of answers the two records count that neighbours differ by, as far as their
/// conditions compare the index with something else: `p.salary <= t`, `enter <= i and i < leave`.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INFERENCE_COUNTED_INDICES_H
#define PLUMB_CHECKER_INFERENCE_COUNTED_INDICES_H

#include "checker/relational/context.h"
#include "checker/relational/state.h"

#include <vector>

namespace plumb::inference {

/// Both are sums of the same intervals with the same weights, so that \c total is the sum of \c here over all
/// indices of the range. What it says of answers is for whoever asks to prove, at an index of which nothing
/// is known.
struct CountedIndices {
  /// Real: the weights of the intervals that the index is in.
  smt::Term here;
  /// Real: the sum over the range.
  smt::Term total;
};

/// Where just one of both records counts, and where either does.
///
/// \pre \p query has one dimension.
/// \param at an index of which nothing is known.
std::vector<CountedIndices> countedIndices(relational::Context context, relational::State &state,
                                           const ir::Variable &query, smt::Term at, smt::Term low,
                                           smt::Term high);

} // namespace plumb::inference

#endif // PLUMB_CHECKER_INFERENCE_COUNTED_INDICES_H
