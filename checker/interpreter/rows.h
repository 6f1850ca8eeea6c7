// SPDX-License-Identifier: Apache-2.0
//===- checker/interpreter/rows.h - Two traces side by side ---*- C++ -*-===//
///
/// \file
/// The trace of a counterexample: what both runs did, side by side, for a reader.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INTERPRETER_ROWS_H
#define PLUMB_CHECKER_INTERPRETER_ROWS_H

#include "checker/interpreter/replay.h"

namespace plumb::interpreter {

/// Puts the steps of two runs beside each other. Steps of the same statement in the same iteration
/// share a line; a step that only one run takes has its own. Ends where \p second ends, with the
/// first run's step of that moment.
std::vector<Row> sideBySide(const std::vector<Step> &first, const std::vector<Step> &second);

/// The first run alone, for one that failed before there could be a second.
std::vector<Row> firstColumn(const std::vector<Step> &steps);

} // namespace plumb::interpreter

#endif // PLUMB_CHECKER_INTERPRETER_ROWS_H
