// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/replay_harness.h - A test of a signature -*- C++ -*-===//
///
/// \file
/// Aligned replay of the compiled code. The theorem is about a program; what is
/// released is a header and the samplers that it links to. The harness compiles
/// that very header, with samplers that can be recorded and fed, and for random
/// neighbours D -> D' and noise
///
///  - runs it on D, and compares what it draws and publishes with the program,
///  - aligns the noise, by the alignments of the program in C++,
///  - runs it on D' with the aligned noise.
///
/// A run passes if both publish the same, every aligned draw is in the support of
/// its law, the shifts cost at most the claimed epsilon (an exact rational), and no
/// two tapes become one. The samplers themselves are compared with their laws.
///
/// Passing proves nothing; what fails is not the mechanism that was proved.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_REPLAY_HARNESS_H
#define PLUMB_MECHANISMS_EMIT_REPLAY_HARNESS_H

#include "checker/report/certificate.h"
#include "mechanisms/emit/emit.h"
#include "mechanisms/emit/replay_inputs.h"

#include <set>
#include <string>

namespace plumb::emit {

/// `<mechanism>_replay.cpp`, a program that includes the emitted `<mechanism>.h` and links to the runtime. It
/// takes `--runs N` and `--seed S`, and ends with 0 if every run passed, else with 3.
///
/// \param cases answers of neighbours, at least one, if the mechanism is about records; else empty.
/// \param starts where the search for ways that no run has gone begins.
/// \pre emit(certificate) has no problems.
EmittedFile replayHarness(const report::Certificate &certificate, const std::vector<ReplayCases> &cases,
                          const ReplayStarts &starts);

/// Struct `Program` of a part of a composition that gives it logarithms, in a namespace where `emitted` is
/// that of its mechanism: what it draws, publishes and costs with its \p logarithms between bounds. Nothing
/// is aligned.
std::string replayPart(const ir::Mechanism &mechanism, const std::set<const ir::Variable *> &logarithms);

/// Includes the emitted \p header, with samplers that are watched.
std::string replayWatched(const std::string &header);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_REPLAY_HARNESS_H
