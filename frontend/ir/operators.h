// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the binary operators are: some compare two values, some connect two truth values, the rest are
/// arithmetic.
#ifndef PLUMB_FRONTEND_IR_OPERATORS_H
#define PLUMB_FRONTEND_IR_OPERATORS_H

#include "frontend/ir/expression.h"

namespace plumb::ir {

/// and, or, implies, iff.
constexpr bool isConnective(BinaryOperator op) {
  return op >= BinaryOperator::And;
}

/// <, <=, >, >=, =, !=: of two values of one sort, Bool included for the last two; the result is a truth
/// value.
constexpr bool isComparison(BinaryOperator op) {
  return op >= BinaryOperator::Less && !isConnective(op);
}

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_OPERATORS_H
