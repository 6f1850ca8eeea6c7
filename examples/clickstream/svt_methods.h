// SPDX-License-Identifier: Apache-2.0
//===- examples/clickstream/svt_methods.h - Ways to a histogram above a threshold -*- C++ -*-===//

#ifndef PLUMB_EXAMPLES_CLICKSTREAM_SVT_METHODS_H
#define PLUMB_EXAMPLES_CLICKSTREAM_SVT_METHODS_H

#include "release.h"

namespace clickstream {

/// Items whose counts lie above a threshold, k of n at most, in the order in which they are asked about, each
/// at a total budget of \p eps:
///
/// - `algorithm2`: the emitted asymmetric_svt. Its noise is never negative, so the bar is the threshold plus
/// the
///   mean of the noise.
/// - `measured_least`, `measured_aware`: the emitted measured_svt, half of eps for deciding and half for
///   measuring; its bar is the threshold plus the mean of the deciding noise.
/// - `free_gap_general`, `free_gap_monotone`: the sparse vector technique with gap of Ding, Wang, Zhang and
/// Kifer,
///   emitted from free_gap_svt and, for counts that all move one way, free_gap_svt_increasing, which draws
///   what free_gap_svt_decreasing draws. Half of eps decides, split between threshold and queries as
///   1 : (2k)^(2/3) and 1 : k^(2/3), and half measures; gap and measurement are weighted by their variances.
/// - `free_gap_as_published`: the code that was published with Takagi, Cao and Yoshikawa's paper for the
/// same, a
///   simulation: two branches, twice the noise that a measurement needs, and a new threshold for each query,
///   which is why it is not differentially private. It answers up to 2k queries, and its first k items are
///   those with the largest gaps.
///
/// \pre k >= 1, n >= 1 and eps > 0; aborts with a message otherwise.
std::vector<Method> svtMethods(std::int64_t k, std::int64_t n, Budget eps);

} // namespace clickstream

#endif // PLUMB_EXAMPLES_CLICKSTREAM_SVT_METHODS_H
