// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/shifts.h - Shifts worth trying ---------*- C++ -*-===//
///
/// \file
/// From the uses of a draw to the shifts that may be right for it: what keeps a sum exactly, the same with a
/// margin of what the adjacency lets answers differ, and those margins alone.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_SHIFTS_H
#define PLUMB_CHECKER_SYNTHESIS_SHIFTS_H

#include "checker/synthesis/uses.h"

namespace plumb::synthesis {

/// What an earlier draw is shifted by, as it is read in the alignment of another; null if that cannot be said
/// without its situation.
using ShiftOf = llvm::function_ref<ExpressionPtr(const ir::Read &earlier)>;

/// margin + the sum of factor * (atom - atom'), or the larger or smaller of that and 0.
struct Shift {
  enum class Clip : std::uint8_t { None, AtLeastZero, AtMostZero };

  std::vector<Summand> differences;
  /// Null: none.
  ExpressionPtr bound;
  Rational margin;
  Clip clip = Clip::None;
  /// Of what is published under this tag, and only there; null: everywhere.
  const ir::Tag *tag = nullptr;
  /// The simplest are tried first.
  unsigned complexity = 0;
};

/// The shifts of \p draw other than 0.
///
/// \param all the draws of the mechanism in the order of the text.
std::vector<Shift> shifts(const ir::Mechanism &mechanism, const Draw &draw, const std::vector<Draw> &all);

/// \p shift as a term of the sort of \p draw. Null if it is 0, or is no integer where it has to be one.
ExpressionPtr term(const Shift &shift, const Draw &draw, ShiftOf shiftOf);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_SHIFTS_H
