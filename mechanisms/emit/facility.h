// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/facility.h - Small functions in a header -*- C++ -*-===//
///
/// \file
/// What C++ does not have and emitted code may need: each is a static member
/// function of the emitted class, present only if it is called.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_FACILITY_H
#define PLUMB_MECHANISMS_EMIT_FACILITY_H

#include "mechanisms/emit/includes.h"
#include "mechanisms/plan/work.h"

#include <cstdint>
#include <set>
#include <string>

namespace plumb::emit {

enum class Facility : std::uint8_t {
  /// at(i): a subscript that is proved to be in range.
  At,
  /// clampedTo<bits>(sum): into [-2^bits, 2^bits].
  ClampedTo,
  /// absolute(x)
  Absolute,
  /// quotient(a, b) and remainder(a, b): Euclidean, for b != 0.
  Quotient,
  Remainder,
  /// forAll(low, high, predicate)
  ForAll,
  /// extremal<isLargest, Value>(low, high, qualifies, term)
  Extremal,
  /// element(array, {{i, n}, {j, m}}, isDefined): for premises, whose subscripts nobody has proved.
  Element,
  /// nonZero(divisor, isDefined): for the same reason.
  NonZero,
};

using Facilities = std::set<Facility>;

/// Their definitions (templates/helpers.h.in), in the order of the file; what they need is added to
/// \p includes.
std::string definitionsOf(const Facilities &used, plan::Work work, Includes &includes);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_FACILITY_H
