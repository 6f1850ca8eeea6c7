// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/finite_table.h - Q(y|x) in numbers -------*- C++ -*-===//
///
/// \file
/// Definitions 1, 2 and 6 of Murakami and Kawamoto (USENIX Security 2019), tried on every x, x'
/// and y of a table of exact numbers.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_FINITE_TABLE_H
#define PLUMB_CHECKER_CHANNEL_FINITE_TABLE_H

#include "frontend/ir/channel.h"
#include "frontend/support/rational.h"

#include <optional>
#include <string>
#include <vector>

namespace plumb::channel {

struct FiniteTable {
  std::vector<std::string> inputs, outputs;
  /// entries[x][y] = Q(y|x)
  std::vector<std::vector<Rational>> entries;
};

/// Which inputs are sensitive, and which outputs are protected; as long as the table's.
struct Roles {
  std::vector<bool> sensitive, guarded;
};

/// Where a table fails.
struct Violation {
  enum class Kind : std::uint8_t {
    /// The entry at x, y is below 0 or above 1; \c value is it.
    NotAProbability,
    /// The row of x sums to \c value.
    RowSum,
    /// The entry at x, y divides by 0 or has an `ln` of what is not positive; without x, a budget does.
    Undefined,
    /// The budget is below 0.
    NegativeBudget,
    /// Q(y|x) = value > bound * Q(y|x') = bound * other.
    Ratio,
    /// y is not protected, and the sensitive x reaches it with probability \c value.
    SensitiveReaches,
    /// y is protected, and x, which is not, reaches it with probability \c value.
    OpenReaches,
    /// y is not protected, and x and x' reach it with probabilities \c value and \c other.
    TwoInputs,
  };
  Kind kind;
  std::string x, otherX, y;
  Rational value, other;
  /// e^budget.
  Rational bound;
  /// Where that is in the table; nothing for a budget, and for outputs that are too many to be numbered.
  struct Place {
    std::size_t x;
    std::optional<std::size_t> otherX = {};
    /// Nothing: the whole row. Of a table of bits that is not written out, the number of a bit.
    std::optional<std::size_t> y = {};
  };
  std::optional<Place> place = {};
};

/// Is every row a distribution?
std::optional<Violation> findInvalidRow(const FiniteTable &table);

/// The first (x, x', y) at which the notion fails with e^budget = \p bound.
std::optional<Violation> findViolation(const FiniteTable &table, ir::Channel::Notion::Kind notion,
                                       const Roles &roles, const Rational &bound);

/// The least e^eps with which the notion holds, and where it is attained; nothing if it holds with none. At
/// least 1.
struct SmallestBound {
  Rational bound = 1;
  /// Empty if no two entries of one column that are compared differ.
  std::string x, otherX, y;
};
std::optional<SmallestBound> smallestBound(const FiniteTable &table, ir::Channel::Notion::Kind notion,
                                           const Roles &roles);

/// "1/2 > 3 * 1/8 for x = a, x' = b, y = c": one line, for messages.
std::string describe(const Violation &violation);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_FINITE_TABLE_H
