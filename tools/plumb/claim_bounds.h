// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/claim_bounds.h - Bounds that belong to claims -*- C++ -*-===//
///
/// \file
/// `plumb bounds FILE`: for each claim of a proved mechanism the steps that its relation, query and
/// comparison make of a distance from the threshold, how often the answer is given, and the most that any
/// mechanism under the relation can do.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_CLAIM_BOUNDS_H
#define PLUMB_TOOLS_PLUMB_CLAIM_BOUNDS_H

#include "plumb/runtime/otp/interval.h"
#include "tools/plumb/exit_code.h"
#include "tools/plumb/options.h"

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace plumb::tool {

/// At one distance from the threshold.
struct ClaimRow {
  /// As given, and to the nearest answer for which the claim is false.
  runtime::Rational distance, gap;
  std::uint64_t steps;
  /// One draw; and this answer together with those of the rows before. Nothing where no single draw decides,
  /// or where draws are not made anew.
  std::optional<runtime::otp::Interval> given, allGiven;
  /// The most that any mechanism can do.
  runtime::otp::Interval most;
  /// The least eps for alpha and beta, if a beta is asked for and some eps is enough.
  std::optional<runtime::otp::Interval> enoughEps;
  /// The least delta that (eps, delta)-DP needs for the same, with the eps of the guarantee.
  std::optional<runtime::otp::Interval> deltaOfDp;
};

struct ClaimBounds {
  std::string path, mechanism, claim;
  /// "f falls by at most 1", "the gap is T - f + 1", "eps = 1/2, b = 2".
  std::string movement, gap, values;
  bool hasBeta = false;
  std::vector<ClaimRow> rows;
};

ExitCode runClaimBounds(const Options &options, std::ostream &out, std::ostream &err);

std::string claimBoundsText(const std::vector<ClaimBounds> &all);
std::string claimBoundsJson(const std::vector<ClaimBounds> &all);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_CLAIM_BOUNDS_H
