// SPDX-License-Identifier: Apache-2.0
//===- examples/clickstream/experiment.h - Many runs of a method *- C++ -*-===//
///
/// \file
/// Runs of the methods on true counts. What is measured here uses these counts, and the noise comes from a
/// seed: it is for figures, and never for a release.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_EXAMPLES_CLICKSTREAM_EXPERIMENT_H
#define PLUMB_EXAMPLES_CLICKSTREAM_EXPERIMENT_H

#include "band.h"
#include "release.h"

namespace clickstream {

/// How well a method did.
struct Outcome {
  /// Over runs, of the mean over the answered items of (estimate - the item's own count)^2.
  Band squaredError;
  /// Over runs, of the share of the first k answered items (of all, if fewer were answered) whose count is at
  /// least the k-th largest.
  Band accuracy;
  /// The mean number of answered items.
  double answered;
};

/// How often, and from where the randomness comes.
struct Repetition {
  std::size_t runs;
  std::uint64_t seed;
};

/// The method is asked about the counts as they are.
/// \pre 1 <= k <= counts.size(); runs >= 1
Outcome runTopK(const Method &method, const std::vector<std::int64_t> &counts, std::size_t k,
                Repetition repetition);

/// The method is asked about the counts in a new random order in each run, with the count at a random rank in
/// [k, 2k] as threshold, or the least count if there are fewer. Order and threshold depend on the seed and
/// not on the method. Runs without any answer have no error and do not enter the means.
///
/// A threshold taken from the true counts is not private. The experiments in print have it, as it has no
/// price of its own for any of the methods.
/// \pre 1 <= k <= counts.size(); runs >= 1, and one of them has an answer
Outcome runSvt(const Method &method, const std::vector<std::int64_t> &counts, std::size_t k,
               Repetition repetition);

} // namespace clickstream

#endif // PLUMB_EXAMPLES_CLICKSTREAM_EXPERIMENT_H
