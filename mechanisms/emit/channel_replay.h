// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/channel_replay.h - A test of a table -----*- C++ -*-===//
///
/// \file
/// A test of an emitted channel. The harness has the program a second time: its rules one after the other, as
/// they are written, and its terms between bounds of 384 bits. The emitted client is given chosen words, and
/// what it reports is compared with the table.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_CHANNEL_REPLAY_H
#define PLUMB_MECHANISMS_EMIT_CHANNEL_REPLAY_H

#include "checker/report/certificate.h"
#include "mechanisms/emit/emit.h"

namespace plumb::emit {

/// `<channel>_replay.cpp`, a program that includes the emitted `<channel>.h` and links to the runtime, and to
/// plumb::estimate if the collector estimates. It takes `--runs N` and `--seed S`, and ends with 0 if every
/// run passed, else with 3.
///
/// \pre emit(proved) has no problems.
EmittedFile channelReplay(const report::Certificate &proved);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_CHANNEL_REPLAY_H
