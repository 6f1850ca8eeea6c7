// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/guarantee.h - What is claimed ----------------*- C++ -*-===//
///
/// \file
/// The guarantee that a mechanism or a composition claims: pure differential privacy with a budget.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_GUARANTEE_H
#define PLUMB_FRONTEND_IR_GUARANTEE_H

#include "frontend/ir/expression.h"
#include "frontend/ir/hole.h"

namespace plumb::ir {

/// guarantees private(epsilon).
struct Guarantee {
  /// Sort Real, over scalar parameters.
  ExpressionPtr epsilon;
  SourceRange range;
  /// `private(?)`: epsilon means nothing while this is open.
  Hole hole = {};
};

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_GUARANTEE_H
