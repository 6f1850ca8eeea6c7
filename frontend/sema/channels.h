// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/channels.h - Channels to IR ----------------*- C++ -*-===//
///
/// \file
/// The analysis of one local mechanism: its alphabets, its table of probabilities, its requirements and
/// notions.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_CHANNELS_H
#define PLUMB_FRONTEND_SEMA_CHANNELS_H

#include "frontend/ir/channel.h"
#include "frontend/parse/syntax.h"
#include "frontend/support/diagnostic.h"

namespace plumb::sema {

/// Resolves the names of one channel and puts its tables in order. Reports every independent mistake once.
///
/// \returns null if there is a mistake.
std::unique_ptr<ir::Channel> analyzeChannel(const syntax::Channel &written, DiagnosticSink &sink);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_CHANNELS_H
