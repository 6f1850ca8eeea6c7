// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/channel_example.h - A first program ------*- C++ -*-===//
///
/// \file
/// A complete program that uses an emitted channel, to begin with and to compile in tests.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_CHANNEL_EXAMPLE_H
#define PLUMB_MECHANISMS_EMIT_CHANNEL_EXAMPLE_H

#include "checker/report/certificate.h"
#include "mechanisms/emit/emit.h"

#include <string>
#include <vector>

namespace plumb::emit {

/// One value for each parameter, as a decimal number or fraction. They satisfy the premises.
using ChannelInputs = std::vector<std::string>;

/// `<channel>_main.cpp`: a program in which made-up users send their reports to a collector, which prints
/// what it learns.
EmittedFile channelExample(const report::Certificate &proved, const ChannelInputs &inputs);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_CHANNEL_EXAMPLE_H
