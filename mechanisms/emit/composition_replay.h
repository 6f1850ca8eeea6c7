// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/composition_replay.h - A composed run ----*- C++ -*-===//
///
/// \file
/// Replay of a composition as it is compiled: its object runs its parts with samplers that are recorded, and
/// beside it run the programs of the parts, with arguments that are translated a second time. Compared are
/// all draws with their laws, what each part publishes, which part comes next, what is passed on and what is
/// paid; on a sample also which records are in it. The alignments belong to the parts, whose harnesses replay
/// them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_COMPOSITION_REPLAY_H
#define PLUMB_MECHANISMS_EMIT_COMPOSITION_REPLAY_H

#include "checker/report/certificate.h"
#include "mechanisms/emit/emit.h"
#include "mechanisms/emit/replay_inputs.h"

#include <vector>

namespace plumb::emit {

/// `<composition>_replay.cpp`, which includes `<composition>.h` and the harnesses of its parts, and is used
/// as that of a mechanism is.
///
/// \param cases if it samples records: those of plan::SampledInputs, at least one; else empty.
/// \pre emit(certificate) has no problems.
EmittedFile compositionReplay(const report::Certificate &certificate, const std::vector<ReplayCases> &cases);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_COMPOSITION_REPLAY_H
