// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/replay_inputs.h - Data for a harness -----*- C++ -*-===//
///
/// \file
/// The part of a replay harness that chooses parameters and neighbouring answers.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_REPLAY_INPUTS_H
#define PLUMB_MECHANISMS_EMIT_REPLAY_INPUTS_H

#include "mechanisms/emit/replay_terms.h"
#include "mechanisms/plan/premises.h"

#include <optional>

namespace plumb::emit {

/// Answers of neighbours that come from records, so that a harness cannot make them up. All numbers stand as
/// texts with one blank between them; an array in row-major order, a truth value as 0 or 1.
struct ReplayCases {
  /// The scalar parameters in the order of their declaration, then the arrays.
  std::string parameters;
  /// The answers on D, then those on D'; queries in the order of their declaration. The records of one D may
  /// be added to any two neighbours.
  std::vector<std::string> answers;
  /// Records, each alone, and what the data say of it.
  struct Counted {
    /// The fields in the order of their declaration; an array begins with its length, and an element may be
    /// "none".
    std::string record;
    /// Of the data that hold this one; nothing if no data may.
    std::optional<std::string> answers;
  };
  std::vector<Counted> records = {};
};

/// Where the search of a replay begins, beside random inputs, which do not get everywhere. Numbers as above.
struct ReplayStarts {
  /// An input that goes a way of the program.
  struct Input {
    /// As in ReplayCases.
    std::string parameters;
    /// On one D; queries in the order of their declaration.
    std::string answers;
    /// The first draws.
    std::string noise;
  };
  std::vector<Input> inputs;
  /// For each premise parameters that break it alone; empty if none are known.
  std::vector<std::string> breaking;
};

/// Structs Public and Answers.
std::string replayInputStructs(ReplayUnit &unit);
/// `choose`, `meetsPremises`, `hasSizes`, `neighbours` and `text`. \p cases: for a recordAdjacency, else
/// empty.
std::string replayInputs(ReplayUnit &unit, const std::vector<ReplayCases> &cases, const ReplayStarts &starts);
/// Of `replayInputs` what a composition needs: `chooseFreely`, how parameters are changed, premises, `text`.
std::string replayParameters(ReplayUnit &unit);
/// Of `replayInputs` what a part needs that is given parameters: how they are visited, premises, and `text`.
std::string replayGiven(ReplayUnit &unit);
/// The records of \p cases, with `parametersOf`, `answersOf` of a line, and `text`.
std::string replayRecords(ReplayUnit &unit, const std::vector<ReplayCases> &cases);
/// The parameter \p variable, which stands in \p place, as the emitted header takes it.
std::string replayPassed(const ir::Variable &variable, const std::string &place);
/// `answersOf`, which reads the answers of one record from a line of text.
std::string replayAnswersOfLine();
/// `recordOf`, which reads a record from a line of text. \pre the unit is about records, and emitted code
/// counts them.
std::string replayRecordOfLine(const ReplayUnit &unit);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_REPLAY_INPUTS_H
