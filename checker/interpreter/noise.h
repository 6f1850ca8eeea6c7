// SPDX-License-Identifier: Apache-2.0
//===- checker/interpreter/noise.h - Noise in exact numbers ---*- C++ -*-===//
///
/// \file
/// What the table of laws says of one draw, computed. Like the rest of this room
/// it shares no code with the formulas of checker/noise: both read the table, and
/// either would contradict a slip of the other.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INTERPRETER_NOISE_H
#define PLUMB_CHECKER_INTERPRETER_NOISE_H

#include "checker/interpreter/exact.h"
#include "frontend/ir/law.h"

#include <optional>

namespace plumb::interpreter {

/// Can a sample of this law and sort be \p value? Over Int only integers.
bool inSupport(ir::Law law, ir::Sort sort, const Exact &value);

/// What it costs at most to move a draw of \p law by \p shift at scale 1. Nothing bounds it if nullopt.
std::optional<Exact> costOfShift(ir::Law law, const Exact &shift);

} // namespace plumb::interpreter

#endif // PLUMB_CHECKER_INTERPRETER_NOISE_H
