// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/instance.h - A channel at numbers --------*- C++ -*-===//
///
/// \file
/// The table of a channel for given sizes and parameters, in exact rationals, straight from the rules: no
/// algebra takes part, so that a mistake there cannot confirm itself.
///
/// An exponent p is given by a rational root r = e^(p / k), so p = k ln r. These p are dense, and at each of
/// them every entry is a rational number.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_INSTANCE_H
#define PLUMB_CHECKER_CHANNEL_INSTANCE_H

#include "checker/channel/algebra.h"
#include "checker/channel/finite_table.h"

#include <functional>

namespace plumb::channel {

/// One value for each parameter: its own, or that of its root.
using Values = std::vector<Rational>;

/// A failure at given values.
struct Counterexample {
  /// Number of the notion; nothing if the table itself is at fault.
  std::optional<std::size_t> notion;
  Violation violation;
  /// "s = 2", "eps = ln(4)"
  std::vector<std::string> values;
};

/// Small values that meet the requirements, the sizes growing: none of them empty, and every sensitive class
/// among them. At most \p limit, in a fixed order.
std::vector<Values> smallInstances(const Algebra &algebra, std::size_t limit);

/// What fails there: the table or, if it is one, a notion. Maps are tried as constants and as x_i -> y_(i mod
/// k).
std::optional<Counterexample> examine(const Algebra &algebra, const Values &values);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_INSTANCE_H
