// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/aggregate.h - The largest of many ------------*- C++ -*-===//
///
/// \file
/// The expression that chooses an index by comparing values: maximum, minimum and where they are taken.
/// Partial: undefined over no index, which is an obligation (`defined`) wherever program code uses it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_AGGREGATE_H
#define PLUMB_FRONTEND_IR_AGGREGATE_H

#include "frontend/ir/expression.h"

namespace plumb::ir {

/// `max(k in low .. high where filter: body)` and its relatives: over the indices k with low <= k < high for
/// which the filter holds. If there is none, it is undefined.
class Aggregate final : public Expression {
public:
  enum class Which : std::uint8_t {
    /// The largest value; the sort of the body.
    Maximum,
    Minimum,
    /// The smallest index at which that value is taken; sort Int.
    FirstMaximum,
    FirstMinimum,
  };

  /// \param variable role Bound. \param newFilter null: every index.
  Aggregate(Which newWhich, const Variable &newVariable, ExpressionPtr newLow, ExpressionPtr newHigh,
            ExpressionPtr newFilter, ExpressionPtr newBody, SourceRange range)
      : Expression(Kind::Aggregate,
                   newWhich == Which::Maximum || newWhich == Which::Minimum ? newBody->sort() : Sort::Int,
                   range),
        which(newWhich), variable(newVariable), low(std::move(newLow)), high(std::move(newHigh)),
        filter(std::move(newFilter)), body(std::move(newBody)) {}
  static bool classof(const Expression *e) { return e->kind() == Kind::Aggregate; }
  bool givesIndex() const { return which == Which::FirstMaximum || which == Which::FirstMinimum; }
  bool isMaximum() const { return which == Which::Maximum || which == Which::FirstMaximum; }

  Which which;
  const Variable &variable;
  ExpressionPtr low, high, filter, body;
};

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_AGGREGATE_H
