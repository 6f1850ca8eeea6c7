// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/bounds_table.h - One-sided bounds for each k -*- C++ -*-===//
///
/// \file
/// The answers of `plumb bounds`, and their forms: text, CSV, JSON, SVG. Upper bounds are rounded up and
/// lower ones down.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_BOUNDS_TABLE_H
#define PLUMB_TOOLS_PLUMB_BOUNDS_TABLE_H

#include "plumb/runtime/otp/interval.h"
#include "tools/plumb/bounds_request.h"

#include <optional>
#include <string>
#include <vector>

namespace plumb::tool {

struct BoundsRow {
  std::uint64_t steps;
  /// Around the largest Pr[true] and the least Pr[missed]; there if the request has a guarantee.
  std::optional<runtime::otp::Interval> truth, missed;
  /// Around the least eps for the wanted beta; nothing if the request has no beta or no delta, or if no eps
  /// is enough.
  std::optional<runtime::otp::Interval> smallestEps;
  /// The same of delta, for the eps; there if the request has no delta and some is enough.
  std::optional<runtime::otp::Interval> smallestDelta;
};

/// One row for each k of the request, rising.
std::vector<BoundsRow> boundsTable(const BoundsRequest &request);

// The forms of the output, each with a final newline. An upper bound is printed rounded up and a
// lower bound rounded down, so that what is printed is true.

std::string boundsText(const BoundsRequest &request, const std::vector<BoundsRow> &rows);
std::string boundsCsv(const BoundsRequest &request, const std::vector<BoundsRow> &rows);
std::string boundsJson(const BoundsRequest &request, const std::vector<BoundsRow> &rows);
/// Pr[true] against k. \pre the request has a guarantee.
std::string boundsSvg(const BoundsRequest &request, const std::vector<BoundsRow> &rows);

/// "eps-DP, eps = 1/2, alpha = 0.01": what the bounds are about, in one line.
std::string boundsTitle(const BoundsRequest &request);
/// What the bound is on: "Pr[OTP]", or "Pr[true]" if a "true" may be wrong.
std::string boundedEvent(const BoundsRequest &request);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_BOUNDS_TABLE_H
