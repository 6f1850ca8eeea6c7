// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/coverage.h - Are these all cases? --------*- C++ -*-===//
///
/// \file
/// That the obligations of a channel settle every way in which two inputs and an output can meet is an
/// obligation itself. What has to be settled is read off the definitions of channel and notion, and from all
/// choices of members (meetings.h); what is settled, from the guards of the obligations. Neither knows how
/// the cases were made. A case counts only if what it compares has a value: its divisors are asked to be
/// positive, at all sizes that it speaks of.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_COVERAGE_H
#define PLUMB_CHECKER_CHANNEL_COVERAGE_H

#include "checker/channel/obligations.h"

namespace plumb::channel {

/// One obligation for the table and one for each notion: -(the number of ways that no case of \p all settles)
/// >= 0. The text names the first of these ways.
std::vector<Obligation> coverage(const Algebra &algebra, const std::vector<Obligation> &all);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_COVERAGE_H
