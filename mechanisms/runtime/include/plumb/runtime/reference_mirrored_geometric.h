// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The mirror image of `ReferenceOneSidedGeometric`: the slow sampler by which the fast one of this law
/// is tested.

#ifndef PLUMB_RUNTIME_REFERENCE_MIRRORED_GEOMETRIC_H
#define PLUMB_RUNTIME_REFERENCE_MIRRORED_GEOMETRIC_H

#include "plumb/runtime/reference_one_sided_geometric.h"

#include <utility>

namespace plumb::runtime {

/// Mass (1 - e^(-1/b)) e^(x/b) on the integers x <= 0, for a scale b.
///
/// Immutable; may be shared between threads.
class ReferenceMirroredGeometric {
public:
  /// An error value unless \p scale is one that `NoiseScale` accepts.
  static Expected<ReferenceMirroredGeometric> create(const Rational &scale) {
    auto mirrored = ReferenceOneSidedGeometric::create(scale);
    if (!mirrored)
      return mirrored.error();
    return ReferenceMirroredGeometric(*std::move(mirrored));
  }

  template <BitSource Bits> Wide sample(Bits &bits) const { return -mirrored.sample(bits); }

private:
  explicit ReferenceMirroredGeometric(ReferenceOneSidedGeometric image) : mirrored(std::move(image)) {}

  ReferenceOneSidedGeometric mirrored;
};

} // namespace plumb::runtime

#endif // PLUMB_RUNTIME_REFERENCE_MIRRORED_GEOMETRIC_H
