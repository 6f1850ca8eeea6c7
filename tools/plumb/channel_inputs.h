// SPDX-License-Identifier: Apache-2.0
//===- tools/plumb/channel_inputs.h - Values to begin with ------*- C++ -*-===//
///
/// \file
/// Parameters for the example program of a channel.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_TOOLS_PLUMB_CHANNEL_INPUTS_H
#define PLUMB_TOOLS_PLUMB_CHANNEL_INPUTS_H

#include "frontend/ir/channel.h"
#include "mechanisms/emit/channel_example.h"

#include <optional>

namespace plumb::tool {

/// Small parameters that satisfy the requirements of \p channel; always the same. They are found with
/// doubles, and the program that they are for checks them exactly. Nothing if the search for them ends
/// without success.
std::optional<emit::ChannelInputs> channelInputs(const ir::Channel &channel);

} // namespace plumb::tool

#endif // PLUMB_TOOLS_PLUMB_CHANNEL_INPUTS_H
