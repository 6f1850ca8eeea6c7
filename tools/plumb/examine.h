// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/examine.h - One declaration to its verdict ---*- C++ -*-===//
///
/// \file
/// One mechanism or channel of a program, put to the provers with what the command line asks of them. Many
/// of them, in the order of their files, are a Batch (tools/plumb/batch.h).
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_EXAMINE_H
#define PLUMB_TOOLS_PLUMB_EXAMINE_H

#include "checker/report/channel_result.h"
#include "checker/report/result.h"
#include "frontend/ir/program.h"
#include "tools/plumb/options.h"

namespace plumb::tool {

/// Does the text of \p filled, a mechanism of \p program, say what it is? Then it keeps all rules of the
/// language.
bool isRead(const ir::Program &program, const ir::Mechanism &filled);
bool isRead(const ir::Channel &filled);

/// \p mechanism is one of \p program; what it leaves open is filled in, if it is found.
report::Result examine(const ir::Program &program, ir::Mechanism &mechanism, const Options &options);
report::ChannelResult examine(ir::Channel &channel, const Options &options);

/// How much is told of what to do about a proof that is open.
report::Advice adviceFor(const Options &options);

/// Engines for channels, with the limits of \p options, which outlive the result.
channel::EngineMaker channelEngines(const Options &options);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_EXAMINE_H
