// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/print_channel.h - Rules of a channel as text -*- C++ -*-===//
///
/// \file
/// Single rules and conditions of a channel as text of the language, for messages and reports about one of
/// them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_PRINT_CHANNEL_H
#define PLUMB_FRONTEND_IR_PRINT_CHANNEL_H

#include "frontend/ir/channel.h"

namespace plumb::ir {

/// "x in S, y = x -> 1 / 2", and "y = x".
std::string print(const Channel &channel, const Channel::Rule &rule);
std::string print(const Channel &channel, const Channel::Condition &condition);
/// "uldp(S, T, eps)". \p isImplied: classes of outputs that are those of the inputs are left out.
std::string printNotion(const Channel &channel, const Channel::Notion &notion, bool isImplied);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_PRINT_CHANNEL_H
