// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/instance.h - A channel at numbers --------*- C++ -*-===//
///
/// \file
/// The table of a channel for given sizes and parameters, in exact rationals, straight from the rules: no
/// algebra takes part, so that a mistake there cannot confirm itself.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_INSTANCE_H
#define PLUMB_CHECKER_CHANNEL_INSTANCE_H

#include "checker/channel/finite_table.h"
#include "checker/channel/instance_search.h"

#include <optional>
#include <string>
#include <vector>

namespace plumb::channel {

/// A failure at given values.
struct Counterexample {
  /// Number of the notion; nothing if the table itself is at fault.
  std::optional<std::size_t> notion;
  Violation violation;
  /// s, 2; eps, ln(4)
  struct Value {
    std::string name, value;
  };
  std::vector<Value> values;
};

/// The values of the parameters in words; of an exponent, as the logarithm of a number.
std::vector<Counterexample::Value> describe(const Algebra &algebra, const Values &values);

/// What fails there: the table or, if it is one, a notion. \pre effort() gives one. Maps are tried as
/// constants and as x_i -> y_(i mod k). Throws NotRational if an entry or a budget cannot be told in rational
/// numbers there.
std::optional<Counterexample> examine(const Algebra &algebra, const Values &values);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_INSTANCE_H
