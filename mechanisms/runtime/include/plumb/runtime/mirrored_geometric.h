// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The mirror image of one-sided geometric noise. Every sample is <= 0.

#ifndef PLUMB_RUNTIME_MIRRORED_GEOMETRIC_H
#define PLUMB_RUNTIME_MIRRORED_GEOMETRIC_H

#include "plumb/runtime/one_sided_geometric.h"

#include <utility>

namespace plumb::runtime {

/// Mass (1 - e^(-1/b)) e^(x/b) on the integers x <= 0, for a scale b; exact.
/// Costs, limits and threads as for `OneSidedGeometric`.
class MirroredGeometric {
public:
  /// An error value unless \p scale is one that `NoiseScale` accepts.
  static Expected<MirroredGeometric> create(const Exact &scale) {
    auto mirrored = OneSidedGeometric::create(scale);
    if (!mirrored)
      return mirrored.error();
    return MirroredGeometric(*std::move(mirrored));
  }

  /// \return -2^97 < x <= 0.
  template <BitSource Bits> Wide sample(Bits &bits) const { return -mirrored.sample(bits); }

private:
  explicit MirroredGeometric(OneSidedGeometric image) : mirrored(std::move(image)) {}

  OneSidedGeometric mirrored;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_MIRRORED_GEOMETRIC_H
