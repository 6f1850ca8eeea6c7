// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Estimates that invert the channel.
///
/// Both return one number for each symbol. Both fail without reports, and at
/// eps = 0, where reports say nothing and no inverse exists.

#ifndef PLUMB_RUNTIME_ESTIMATE_EMPIRICAL_H
#define PLUMB_RUNTIME_ESTIMATE_EMPIRICAL_H

#include "plumb/runtime/estimate/tally.h"

#include <vector>

namespace plumb::runtime::estimate {

/// The solution of p Q = (shares of the reports), eq. (3): for each symbol the
/// p under which its share of marks is the expected one. Unbiased, but entries
/// may be negative or exceed 1; for channels of bits their sum is 1 only on
/// average.
Expected<std::vector<double>> empirical(const Tally &tally);

/// The empirical estimate where it is significant, and an equal share of the
/// remaining probability elsewhere (Section 6.2, "emp+thr").
///
/// An entry is significant if a symbol of probability 0 would exceed it with
/// probability at most \p level / |X| (Bonferroni), by the normal
/// approximation. Symbols of X_N are marked by their owners only, so any
/// positive entry of theirs is significant. The result is a distribution: if
/// what is significant exceeds 1, or if everything is, it is scaled to 1.
///
/// \param level in (0, 1).
Expected<std::vector<double>> thresholded(const Tally &tally, double level = 0.05);

} // namespace plumb::runtime::estimate

#endif // PLUMB_RUNTIME_ESTIMATE_EMPIRICAL_H
