// SPDX-License-Identifier: Apache-2.0
//===- examples/clickstream/measures.h - How good is it? --------*- C++ -*-===//
///
/// \file
/// The two figures by which private selections are compared in print. They use the
/// true counts, so they are for studies: a release must not show them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_EXAMPLES_CLICKSTREAM_MEASURES_H
#define PLUMB_EXAMPLES_CLICKSTREAM_MEASURES_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clickstream {

/// Mean of the one-sided geometric law with P[x] proportional to q^x, x >= 0, where q = e^(-eps/k):
/// q / (1 - q). One-sided noise is never negative, so this much has to be taken off a noisy count to
/// make it unbiased. The density of the same scale has the mean k / eps, which is larger by about 1/2.
double meanNoise(double epsPerSelected);

/// Mean over the answered items of (estimate - that item's own true count)^2.
/// \pre both of the same length, at least 1.
double meanSquaredError(const std::vector<double> &estimates, const std::vector<std::int64_t> &trueCounts);

/// The positions of the \p k largest counts, largest first, ties to the smaller position.
/// \pre k <= counts.size()
std::vector<std::size_t> largest(const std::vector<std::int64_t> &counts, std::size_t k);

/// The share of \p selected that is in \p trueSelection. \pre selected is not empty.
double precision(const std::vector<std::size_t> &selected, const std::vector<std::size_t> &trueSelection);

} // namespace clickstream

#endif // PLUMB_EXAMPLES_CLICKSTREAM_MEASURES_H
