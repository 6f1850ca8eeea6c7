// SPDX-License-Identifier: Apache-2.0
//===- frontend/sema/channel_compositions.h - Reports on an input -*- C++ -*-===//
///
/// \file
/// From the syntax tree of a `compose` whose parts are channels to ir::ChannelComposition: whose classes are
/// whose, and what the arguments are.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SEMA_CHANNEL_COMPOSITIONS_H
#define PLUMB_FRONTEND_SEMA_CHANNEL_COMPOSITIONS_H

#include "frontend/ir/channel_composition.h"
#include "frontend/parse/syntax.h"
#include "frontend/support/diagnostic.h"

#include <map>
#include <set>
#include <string>

namespace plumb::sema {

/// All channels of the text; null for one that has a mistake.
using Channels = std::map<std::string, const ir::Channel *>;

/// Does some part of \p written name a channel, or its guarantee a notion of channels?
bool isOfChannels(const syntax::Composition &written, const Channels &channels);

/// Null after a report, here or where a part is declared. \p mechanisms: the names of those of the file.
/// \pre isOfChannels(written, channels)
std::unique_ptr<ir::ChannelComposition> analyzeChannelComposition(const syntax::Composition &written,
                                                                  const Channels &channels,
                                                                  const std::set<std::string> &mechanisms,
                                                                  const SourceFile &file,
                                                                  DiagnosticSink &sink);

} // namespace plumb::sema

#endif // PLUMB_FRONTEND_SEMA_CHANNEL_COMPOSITIONS_H
