// SPDX-License-Identifier: Apache-2.0
//===- examples/clickstream/top_k_methods.h - Ways to a top-k histogram -*- C++ -*-===//

#ifndef PLUMB_EXAMPLES_CLICKSTREAM_TOP_K_METHODS_H
#define PLUMB_EXAMPLES_CLICKSTREAM_TOP_K_METHODS_H

#include "release.h"

namespace clickstream {

/// The k largest of n counts, each at a total budget of \p eps:
///
/// - `algorithm1`: the emitted asymmetric_noisy_top_k; noise of scale k / eps on all counts.
/// - `measured_least`, `measured_aware`: the emitted parts of measured_top_k, half of eps each;
///   `leastOfBoth` and `selectionAware` make estimates of the two values. The bar is the least selected
///   value.
/// - `free_gap_general`, `free_gap_monotone`, `free_gap_monotone_exponential`: noisy top-k with gap of Ding,
///   Wang, Zhang and Kifer. Half of eps selects (Laplace noise of scale 4k / eps for counts that move either
///   way, 2k / eps for counts that all move one way, or exponential noise of scale 2k / eps for these), and
///   half measures (Laplace noise of scale 2k / eps). These are simulations: Plumb has no proof of the gaps
///   of more than one winner.
/// - `free_gap_as_published`: the code that was published with Takagi, Cao and Yoshikawa's paper for the
/// same, a
///   simulation too. It measures with the noise of the selection, scale 4k / eps, twice what is needed.
///
/// \pre 1 <= k <= n and eps > 0; aborts with a message otherwise.
std::vector<Method> topKMethods(std::int64_t k, std::int64_t n, Budget eps);

/// `measured_least` under another name, with \p percent of eps for the selection and the rest for the
/// measurement. \pre 0 < percent < 100, and those above.
Method measuredTopK(std::string name, std::int64_t k, std::int64_t n, Budget eps, std::int64_t percent);

} // namespace clickstream

#endif // PLUMB_EXAMPLES_CLICKSTREAM_TOP_K_METHODS_H
