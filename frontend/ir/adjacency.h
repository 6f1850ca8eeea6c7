// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/adjacency.h - The difference set, as stated --*- C++ -*-===//
///
/// \file
/// The textbook form of a neighbourhood: between which numbers the difference of a query's answers on D and
/// D' lies. Direction and bound are what a one-sided proof rests on; they are assumptions, and each verdict
/// lists them. The form that derives differences from records is in schema.h.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_ADJACENCY_H
#define PLUMB_FRONTEND_IR_ADJACENCY_H

#include "frontend/ir/expression.h"
#include "frontend/ir/hole.h"

namespace plumb::ir {

/// The textbook form of a directed neighbouring relation: what may be the difference
/// d = f(D) - f(D') of a query (each element of it, for an array). It is the user's
/// assumption about the data, and listed as such.
struct Difference {
  enum class Direction : std::uint8_t {
    /// 0 <= d <= bound
    Decreasing,
    /// -bound <= d <= 0
    Increasing,
    /// -bound <= d <= bound
    Changes,
  };
  const Variable *query;
  Direction direction;
  /// At most one element of the array has d != 0.
  bool onlyOne;
  /// Over scalar parameters; sort of the query.
  ExpressionPtr bound;
  SourceRange range;
  /// `f ? by 1`, `f changes by ?`: the direction, or the bound, means nothing while these are open.
  Hole openDirection = {}, openBound = {};
};

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_ADJACENCY_H
