// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/plan/index_bounds.h - Where a record counts ---*- C++ -*-===//
///
/// \file
/// Which indices a condition on a record leaves, as far as it says so in so many words: of
/// `v.enter <= t and t < v.leave` all t from v.enter up to v.leave. Whoever counts records looks at these
/// alone, and a query over a million updates costs no more than the visits are long.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_PLAN_INDEX_BOUNDS_H
#define PLUMB_MECHANISMS_PLAN_INDEX_BOUNDS_H

#include "frontend/ir/program.h"

#include <vector>

namespace plumb::plan {

/// Where \c side holds between the index and \c term.
struct IndexBound {
  /// Less, LessEqual, Greater or GreaterEqual.
  ir::BinaryOperator side;
  const ir::Expression *term;
};

/// \p expression has a value for every record, whatever its fields hold, and looks at no range.
bool isTotal(const ir::Expression &expression);

/// Bounds on the first of \p indices that hold wherever \p condition does, of its first parts that are joined
/// by `and`, up to one that may have no value. Their terms always have one, and read none of \p indices: of
/// `v.enter <= s and s <= t` the first, for t.
std::vector<IndexBound> boundsOf(const ir::Expression &condition,
                                 const std::vector<const ir::Variable *> &indices);

} // namespace plumb::plan

#endif // PLUMB_MECHANISMS_PLAN_INDEX_BOUNDS_H
