// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/instance_search.h - Small parameters -----*- C++ -*-===//
///
/// \file
/// Parameters that meet the requirements of a channel, as exact numbers: a channel that has none says
/// nothing.
///
/// An exponent p is given by a rational root r = e^(p / k), so p = k ln r. These p are dense, and at each of
/// them every entry is a rational number.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_INSTANCE_SEARCH_H
#define PLUMB_CHECKER_CHANNEL_INSTANCE_SEARCH_H

#include "checker/channel/algebra.h"

#include <vector>

namespace plumb::channel {

/// One value for each parameter: its own, or that of its root.
using Values = std::vector<Rational>;

/// Small values that meet the requirements and leave two inputs to compare, the sizes growing: up to \p limit
/// with members in every class, then some without. In a fixed order.
std::vector<Values> smallInstances(const Algebra &algebra, std::size_t limit);

/// Is the table small enough to be written down?
bool isEnumerable(const Algebra &algebra, const Values &values);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_INSTANCE_SEARCH_H
