// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Selection of the k largest values.

#ifndef PLUMB_RUNTIME_TOP_K_H
#define PLUMB_RUNTIME_TOP_K_H

#include "plumb/runtime/wide.h"

#include <cstddef>
#include <span>
#include <vector>

namespace plumb::runtime {

/// The selected positions and their values, in the same order.
struct TopK {
  std::vector<std::size_t> indices;
  std::vector<Wide> values;

  friend bool operator==(const TopK &, const TopK &) = default;
};

/// The k largest of \p values, largest first; of equal values the one with the
/// smaller index counts as larger, so the result is unique.
///
/// O(n + k log k) comparisons on average, O(k) memory. The time depends on the
/// order of the values: callers who let an adversary measure it must not
/// select on private values.
///
/// \pre k <= n, both public; aborts otherwise.
TopK top_k(std::size_t k, std::span<const Wide> values);

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_TOP_K_H
