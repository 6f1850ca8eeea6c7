// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The maximum-likelihood distribution for randomized response, in closed form.

#ifndef PLUMB_RUNTIME_ESTIMATE_WATER_FILLING_H
#define PLUMB_RUNTIME_ESTIMATE_WATER_FILLING_H

#include "plumb/runtime/estimate/tally.h"

#include <vector>

namespace plumb::runtime::estimate {

/// Where EM on a channel of symbols tends to, in O(|X| log |X|).
///
/// With w the reports of each symbol and u' = e^eps - 1, the log-likelihood is
/// the sum of w(x) log(1 + u' p(x)) on X_S and w(x) log p(x) on X_N, concave in
/// p. By the conditions of Karush, Kuhn and Tucker there is a level L with
///
///     p(x) = max(0, w(x) / L - 1 / u')  on X_S,    p(x) = w(x) / L  on X_N,
///
/// and the sum 1. If the k largest w on X_S, W together, are those with
/// p(x) > 0, and R reports are of X_N, then L = (W + R) / (1 + k / u'); k is the
/// largest for which the k-th of them has w / L > 1 / u'.
///
/// Fails without reports, at eps = 0, where every distribution is a maximum,
/// and for channels of bits, which have no such form.
Expected<std::vector<double>> waterFilling(const Tally &tally);

} // namespace plumb::runtime::estimate

#endif // PLUMB_RUNTIME_ESTIMATE_WATER_FILLING_H
