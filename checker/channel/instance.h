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
  /// The rules that say the entries at fault: for a row those of the row, for a ratio those of x and of x'.
  std::vector<SourceRange> rules = {};
};

/// The values of the parameters in words; of an exponent, as the logarithm of a number.
std::vector<Counterexample::Value> describe(const Algebra &algebra, const Values &values);

std::vector<Counterexample::Value> describe(const ir::Channel &channel, const std::vector<Integer> &roots,
                                            const Values &values);

/// A table whose inputs and outputs are known by the numbers of their classes.
struct NumberedTable {
  FiniteTable table;
  std::vector<std::size_t> inputs;
  /// The class of each output; of bits, the classes of those that are 1.
  std::vector<std::vector<std::size_t>> outputs;
};

/// The table of \p channel there; \p isSpread: maps are x_i -> y_(i mod k), or else constants. Nothing if
/// some entry has no value, or if there are more than a few bits. Throws NotRational and TooLarge.
std::optional<NumberedTable> numberedTable(const ir::Channel &channel, const std::vector<Integer> &roots,
                                           const Values &values, bool isSpread);

/// What fails there: the table or, if it is one, a notion. \pre effort() gives one. Maps are tried as
/// constants and as x_i -> y_(i mod k). Throws NotRational if an entry or a budget cannot be told in rational
/// numbers there.
std::optional<Counterexample> examine(const Algebra &algebra, const Values &values);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_INSTANCE_H
