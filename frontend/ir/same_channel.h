// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/same_channel.h - Is it the same channel? -----*- C++ -*-===//
///
/// \file
/// Equality of channels by their structure: names, classes, rules in their order, and terms node by node. A
/// fraction is the same as the quotient of its numbers, because no text has a fraction that is one word.
/// Where something stands in a text does not matter.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_SAME_CHANNEL_H
#define PLUMB_FRONTEND_IR_SAME_CHANNEL_H

#include "frontend/ir/channel.h"

namespace plumb::ir {

/// They have the same table and guarantee the same. False says nothing: `a + b` is not the same as `b + a`.
bool isSameChannel(const Channel &first, const Channel &second);

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_SAME_CHANNEL_H
