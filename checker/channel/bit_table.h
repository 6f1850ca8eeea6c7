// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/bit_table.h - Many bits, in numbers ------*- C++ -*-===//
///
/// \file
/// The definitions of finite_table.h for outputs of independent bits, without writing 2^bits columns down:
/// for two inputs the worst output takes of each bit the value with the largest ratio.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_BIT_TABLE_H
#define PLUMB_CHECKER_CHANNEL_BIT_TABLE_H

#include "checker/channel/finite_table.h"

namespace plumb::channel {

struct BitTable {
  std::vector<std::string> inputs, bits;
  /// ones[x][j]: the probability that bit j is 1, from 0 to 1.
  std::vector<std::vector<Rational>> ones;
};

/// Some (x, x', y) at which the notion fails with e^budget = \p bound, if there is any. The guarded of \p
/// roles are bits: an output is protected if all others are 0.
std::optional<Violation> findViolation(const BitTable &table, ir::Channel::Notion::Kind notion,
                                       const Roles &roles, const Rational &bound);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_BIT_TABLE_H
