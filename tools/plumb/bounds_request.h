// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/bounds_request.h - Which bounds are wanted ---*- C++ -*-===//
///
/// \file
/// What `plumb bounds` was asked, as exact numbers.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_BOUNDS_REQUEST_H
#define PLUMB_TOOLS_PLUMB_BOUNDS_REQUEST_H

#include "plumb/runtime/expected.h"
#include "plumb/runtime/otp/parameters.h"
#include "tools/plumb/options.h"

#include <cstdint>
#include <optional>

namespace plumb::tool {

enum class Notion : std::uint8_t { Adp, Dp, Approximate };

/// The words of the command line as exact numbers, every one in its range.
struct BoundsRequest {
  Notion notion = Notion::Adp;
  /// Nothing: only the smallest eps is asked for, and `beta` is there.
  std::optional<runtime::otp::Epsilon> eps;
  /// 0 unless the notion is Approximate. Nothing: only the smallest delta is asked for, and `eps` and `beta`
  /// are there.
  std::optional<runtime::otp::Probability> delta;
  /// Nothing: 0, and a "true" is a one-sided true positive.
  std::optional<runtime::otp::Probability> alpha;
  std::optional<runtime::otp::Probability> beta;

  /// Is it known for which guarantee the largest Pr[true] is wanted?
  bool hasGuarantee() const { return eps && delta; }
  /// first <= last < 10^18, and at most `largestTable` values from first to last.
  std::uint64_t first = 0, last = 0;

  static constexpr std::uint64_t largestTable = 1000;
};

/// An error value, naming the option, if a word is no number, out of its range or out of place.
runtime::Expected<BoundsRequest> boundsRequest(const BoundsWords &words);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_BOUNDS_REQUEST_H
