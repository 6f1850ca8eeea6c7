// SPDX-License-Identifier: Apache-2.0
//===- frontend/ir/open_channel.h - What a channel leaves open --*- C++ -*-===//
///
/// \file
/// What a channel leaves open by `?` stands in it as a parameter of its own until it is filled. Nothing is
/// proved or emitted of a channel that has one.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_IR_OPEN_CHANNEL_H
#define PLUMB_FRONTEND_IR_OPEN_CHANNEL_H

#include "frontend/ir/channel.h"

#include <algorithm>

namespace plumb::ir {

/// Of a number, or of an exponent. They come behind all parameters of the text, and each stands in one place.
inline Channel::Parameter openParameter(bool isExponent, SourceRange range) {
  return {"?", Sort::Real, isExponent, range, true};
}

inline bool hasHoles(const Channel &channel) {
  return !channel.parameters.empty() && channel.parameters.back().isOpen;
}

/// How many parameters the text declares.
inline std::size_t declaredCount(const Channel &channel) {
  return static_cast<std::size_t>(std::count_if(channel.parameters.begin(), channel.parameters.end(),
                                                [](const auto &parameter) { return !parameter.isOpen; }));
}

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_OPEN_CHANNEL_H
