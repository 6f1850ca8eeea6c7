// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Selection of the k largest values in constant work.

#ifndef PLUMB_RUNTIME_CONSTANT_WORK_TOP_K_H
#define PLUMB_RUNTIME_CONSTANT_WORK_TOP_K_H

#include "plumb/runtime/top_k.h"

namespace plumb::runtime {

/// What `top_k` selects, by a sorting network: which places are compared, and whatever else a branch or an
/// address depends on, follows from k and the number of values.
///
/// About n (log2 n)^2 / 4 comparisons, O(n) memory: Batcher's merge exchange (Knuth, The Art of Computer
/// Programming, vol. 3, Algorithm 5.2.2M).
///
/// \pre k <= n, both public; aborts otherwise.
TopK constantWorkTopK(std::size_t k, std::span<const Wide> values);

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_CONSTANT_WORK_TOP_K_H
