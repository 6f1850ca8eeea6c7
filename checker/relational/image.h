// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/image.h - How many indices are named --*- C++ -*-===//
///
/// \file
/// `exists r in a .. b: out[r].winner.1 = i` holds of the indices i that one of b - a cells names: it is the
/// image of a range under a function, and an image has no more elements than its range. So the noise of k
/// winners costs k shifts, whichever of n answers they are.
///
/// Let c(x) be the number of indices in 0 .. x of which such an `exists` holds. Then c(0) = 0,
/// c(x + 1) = c(x) + [it holds of x], 0 <= c(x) <= x, and c(x) <= max(0, b - a), for all x >= 0.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_IMAGE_H
#define PLUMB_CHECKER_RELATIONAL_IMAGE_H

#include "checker/relational/context.h"
#include "checker/relational/quantified.h"

namespace plumb::relational {

/// The loop variable i of which \p formula, a `forall`, says that nothing in its range names it:
/// `forall r in a .. b: not (... and e = i)`, or `... or e != i`, where neither e nor the range reads i.
/// Null if it says something else.
const ir::Variable *namedIndex(const ir::Forall &formula);

/// c(x), where x is what the named index of \p met stands for.
/// \pre namedIndex(*met.formula) is not null and stands for something in \p met.
smt::Term namedBelow(Context context, const Quantified &met);

/// Adds to \p state what is known of c(x) and c(x + 1).
/// \param truth of \p met: that nothing names x.
void knowNamedBelow(Context context, State &state, const Quantified &met, smt::Term truth);

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_IMAGE_H
