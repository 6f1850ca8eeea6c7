// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/replay_cases.h - Records for a replay --------*- C++ -*-===//
///
/// \file
/// Neighbouring records for `plumb replay`, found by the exact interpreter.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_REPLAY_CASES_H
#define PLUMB_TOOLS_PLUMB_REPLAY_CASES_H

#include "frontend/ir/program.h"
#include "frontend/ir/setting.h"
#include "mechanisms/emit/replay_inputs.h"

namespace plumb::tool {

/// Answers of neighbours for the replay of \p setting: those of small records, found by the interpreter.
/// Always the same ones. Empty if \p setting is not about records, whose answers a harness draws itself.
std::vector<emit::ReplayCases> replayCases(const ir::Setting &setting);

/// The same for what \p composition samples; empty if it samples nothing.
std::vector<emit::ReplayCases> sampledCases(const ir::Composition &composition);

/// Inputs that go the ways of \p mechanism, and parameters that break one premise, as far as a solver finds
/// them. Always the same ones.
emit::ReplayStarts replayStarts(const ir::Mechanism &mechanism);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_REPLAY_CASES_H
