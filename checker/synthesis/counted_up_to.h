// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/counted_up_to.h - Counts with an end ---*- C++ -*-===//
///
/// \file
/// Counts that go one way, up or down, and of which only so much is told as whether they have come to public
/// ends, or how far up to there: `output h >= c`, `output min(h, c)`, `output left <= 0`. Once they are at
/// the last of these, no step of them shows. A count that is kept from going on, `h := max(h - 1, 0)`, has
/// its end there, whatever is told of it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_COUNTED_UP_TO_H
#define PLUMB_CHECKER_SYNTHESIS_COUNTED_UP_TO_H

#include "checker/synthesis/terms.h"

#include <optional>

namespace plumb::synthesis {

/// `h := h + 1`, `left := max(left - 1, 0)`, `h := h + (c ? 1 : 0)`.
struct CountStep {
  const ir::Variable *count;
  bool isUp;
  /// Where it is a choice between a step and none, what chooses, and whether it does so where it does not
  /// hold. Null: it is a step whatever holds.
  const ir::Expression *cause;
  bool isDenied;
  /// Where it is kept from going on. Null: nowhere.
  const ir::Expression *clamp;
};

/// The step that \p assign takes, if it is one of an int.
std::optional<CountStep> countStep(const ir::Assign &assign);

/// Is it `h := c` on one side of \p branch, which asks whether h is beyond c, or up to it, and takes a step
/// of h on the other side? The count has its end there already.
bool isKeptAtEnd(const ir::If &branch, const ir::Statement &statement);

/// `h < c`, `left > 0`: the count is not yet where no step shows any more. Null: each step may show.
ExpressionPtr isBeforeEnd(const ir::Mechanism &mechanism, const CountStep &step);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_COUNTED_UP_TO_H
