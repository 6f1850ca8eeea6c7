// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/channel_composition.h - All reports at once -*- C++ -*-===//
///
/// \file
/// The header `<composition>.h` of a composition of channels: one client that makes every report about a
/// value, with the arguments that the text gives to the channels, each `then` behind the one before it, and
/// the price of all of them. It includes the headers of the channels, whose collectors read the reports.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_CHANNEL_COMPOSITION_H
#define PLUMB_MECHANISMS_EMIT_CHANNEL_COMPOSITION_H

#include "checker/report/certificate.h"
#include "mechanisms/plan/problem.h"

#include <string>

namespace plumb::emit {

/// The text of `<composition>.h`; meaningless if there are \p problems.
/// \pre \p certificate is of a composition of channels.
std::string channelCompositionText(const report::Certificate &certificate, plan::Problems &problems);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_CHANNEL_COMPOSITION_H
