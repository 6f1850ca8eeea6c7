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

namespace plumb::ir {

/// Of a number, or of an exponent. They come behind all parameters of the text, and each stands in one place.
inline Channel::Parameter openParameter(bool isExponent, SourceRange range) {
  return {"?", Sort::Real, isExponent, range};
}

/// No parameter that is declared is called so.
inline bool isOpen(const Channel::Parameter &parameter) {
  return parameter.name == "?";
}

inline bool hasHoles(const Channel &channel) {
  return !channel.parameters.empty() && isOpen(channel.parameters.back());
}

} // namespace plumb::ir

#endif // PLUMB_FRONTEND_IR_OPEN_CHANNEL_H
