// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/emit/channel_premises.h - What is public of it -*- C++ -*-===//
///
/// \file
/// The names and parameters of a channel, or of a composition of channels, in C++, and the test of what is
/// required of these.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_EMIT_CHANNEL_PREMISES_H
#define PLUMB_MECHANISMS_EMIT_CHANNEL_PREMISES_H

#include "mechanisms/emit/channel_terms.h"

#include <string>
#include <vector>

namespace plumb::emit {

/// Names that no renaming makes valid, and two that become the same, are \p problems.
void checkNames(const ir::Channel &channel, plan::Problems &problems);
/// The enumerators for \p classes.
std::string channelTags(const ir::Channel &channel, const std::vector<std::size_t> &classes);
/// The members of `Parameters`.
std::string channelParameters(const ir::Channel &channel);
/// Those that \p used reads, as Numbers.
std::string channelNumbers(const ir::Channel &channel, const ChannelTerms &used);
/// Statements that return an error value where `parameters` do not meet a requirement.
std::string channelPremises(const ir::Channel &channel, ChannelTerms &terms);

/// `/// text`, a line.
std::string commentLine(const std::string &text);
/// A list under a title, or nothing if it is empty.
std::string commentSection(const std::string &title, const std::vector<std::string> &items);

} // namespace plumb::emit

#endif // PLUMB_MECHANISMS_EMIT_CHANNEL_PREMISES_H
