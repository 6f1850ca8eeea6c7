// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/record_amounts.h - What a record may add -*- C++ -*-===//
///
/// \file
/// Amounts by which one record is likely to change an answer, read off the text: of a sum the largest that
/// its term can be, and how far apart two such terms can be. For whoever makes candidates of amounts; nothing
/// rests on them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_RECORD_AMOUNTS_H
#define PLUMB_CHECKER_RELATIONAL_RECORD_AMOUNTS_H

#include "checker/relational/privacy_cost.h"

#include <vector>

namespace plumb::relational {

/// The adjacencyBounds, and for the sums and extrema that the mechanism asks for, what their terms may come
/// to: polynomials of the scalar parameters. Each once.
std::vector<MovementBound> likelyAmounts(Context context);

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_RECORD_AMOUNTS_H
