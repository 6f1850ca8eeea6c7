// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/plan/channel_shape.h - How a channel is numbered -*- C++ -*-===//
///
/// \file
/// The numbers that values and reports have in emitted code, and whether the collector can do more than
/// count.
///
/// Reports are numbered so that they are at the same time the symbols of plumb::estimate: classes that
/// several values send come first, bots behind the others of them, then classes that only their owners send.
/// A class that no rule ever reaches has no numbers. Values are numbered in the same order, and those
/// that are no reports come last.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_PLAN_CHANNEL_SHAPE_H
#define PLUMB_MECHANISMS_PLAN_CHANNEL_SHAPE_H

#include "frontend/ir/channel.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace plumb::plan {

/// What the collector of a channel can do.
enum class Collection : std::uint8_t {
  /// Count reports.
  Counts,
  /// Estimate the distribution of values.
  Estimates,
  /// The same for values behind a secret pre-processor.
  PersonalEstimates
};

struct ChannelShape {
  explicit ChannelShape(const ir::Channel &channel);

  /// Numbers of classes, in the order of the numbers of their members.
  std::vector<std::size_t> inputs, outputs;
  Collection collection = Collection::Counts;
  /// Numbers of the notions with a budget. Without any a report has no price: it may tell its value.
  std::vector<std::size_t> priced;
  /// The class of outputs that stand for tags; with PersonalEstimates.
  std::optional<std::size_t> bots;
};

/// The relation at which a class of inputs has entries of its own in a class of outputs: it is the same
/// class, or mapped to it.
bool hasPartner(const ir::Channel &channel, std::size_t input, std::size_t output);

} // namespace plumb::plan

#endif // PLUMB_MECHANISMS_PLAN_CHANNEL_SHAPE_H
