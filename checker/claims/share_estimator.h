// SPDX-License-Identifier: Apache-2.0
//===- checker/claims/share_estimator.h - Shares from reports ---*- C++ -*-===//
///
/// \file
/// The empirical estimate of the shares of values: from how often each report comes to the shares with which
/// it would come as often on average (Murakami and Kawamoto, Utility-Optimized Local Differential Privacy
/// Mechanisms, equation (3)). It is unbiased, and what is kept of it is how far it scatters.
///
/// Let w(x) be what one report adds to the estimated share of x. If the user has x', its square is
/// a(x', x) on average, so with shares p and one user
///
///     Var of the share of x = sum over x' of p(x') a(x', x) - p(x)^2.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CLAIMS_SHARE_ESTIMATOR_H
#define PLUMB_CHECKER_CLAIMS_SHARE_ESTIMATOR_H

#include "checker/channel/finite_table.h"
#include "checker/claims/channel_values.h"

#include <string>
#include <vector>

namespace plumb::claims {

struct ShareEstimator {
  /// Values that are estimated alike.
  struct Class {
    std::string name;
    /// At least 1.
    Rational members;
  };
  /// Two members in all, at least.
  std::vector<Class> classes;
  /// [i][j]: the mean of a(x', x) over all x' in class i, for an x in class j.
  std::vector<std::vector<runtime::otp::Interval>> squares;
};

/// Of a channel in which each report, or bit of one, has an owner, and comes with one probability from the
/// owner and with one from everybody else: its share minus that of the others, over the difference. That
/// they are so is decided for all parameters, exactly. A value that is mapped to another one counts as it. An
/// error value for other channels, and where reports tell nothing.
runtime::Expected<ShareEstimator> estimatorOf(const ChannelValues &values);

/// Of a table: its inverse, exactly. An error value if it has none. \pre Rows are distributions.
runtime::Expected<ShareEstimator> estimatorOf(const channel::FiniteTable &table);

} // namespace plumb::claims

#endif // PLUMB_CHECKER_CLAIMS_SHARE_ESTIMATOR_H
