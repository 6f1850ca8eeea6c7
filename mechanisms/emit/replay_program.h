// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/replay_program.h - A program in a harness *- C++ -*-===//
///
/// \file
/// The program and its alignments as the replay harness runs them: one function for
/// both runs, which asks for its noise, and one that aligns a draw. What checker/interpreter
/// does with a program is what these do, in C++.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_REPLAY_PROGRAM_H
#define PLUMB_MECHANISMS_EMIT_REPLAY_PROGRAM_H

#include "mechanisms/emit/replay_terms.h"

namespace plumb::emit {

/// Struct State, the variables of a run, and struct Before, what alignments read of it.
std::string replayState(ReplayUnit &unit);
/// `reference`, the run of the program.
std::string replayReference(ReplayUnit &unit);
/// The laws, scales and the guarantee, and `before`.
std::string replayLaws(ReplayUnit &unit);
/// `aligned`.
std::string replayAlignments(ReplayUnit &unit);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_REPLAY_PROGRAM_H
