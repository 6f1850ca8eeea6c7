// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/counted_up_to.h - Counts with an end ---*- C++ -*-===//
///
/// \file
/// Counts of which it is told only whether they have come up to a public end, or how far up to there: `output
/// h >= c`, `output min(h, c)`. Once they are there, nothing that raises them shows.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_COUNTED_UP_TO_H
#define PLUMB_CHECKER_SYNTHESIS_COUNTED_UP_TO_H

#include "checker/synthesis/terms.h"

namespace plumb::synthesis {

/// A count, and the public end that matters.
struct CountedUpTo {
  const ir::Variable *count;
  ExpressionPtr end;
};

/// The first count with an end that \p statement raises.
std::optional<CountedUpTo> countedUpTo(const ir::Mechanism &mechanism, const ir::Statement &statement);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_COUNTED_UP_TO_H
