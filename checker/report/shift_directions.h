// SPDX-License-Identifier: Apache-2.0
//===- checker/report/shift_directions.h - Up, down, or both ----*- C++ -*-===//
///
/// \file
/// Which ways an alignment may move a draw, as far as its own text and the stated differences of the queries
/// say: what a shift costs depends on its direction (ir::LawRow).
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_SHIFT_DIRECTIONS_H
#define PLUMB_CHECKER_REPORT_SHIFT_DIRECTIONS_H

#include "frontend/ir/program.h"

#include <vector>

namespace plumb::report {

/// A direction that is not there is one that no neighbours know. Neither: the draw stays what it is.
struct ShiftDirections {
  bool up, down;
};

/// One for each of alignmentCases(), in their order.
std::vector<ShiftDirections> shiftDirections(const ir::Mechanism &mechanism, const ir::Sample &sample);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_SHIFT_DIRECTIONS_H
