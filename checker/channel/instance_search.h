// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/instance_search.h - Small parameters -----*- C++ -*-===//
///
/// \file
/// Parameters that meet the requirements of a channel, as exact numbers: a channel that has none says
/// nothing.
///
/// An exponent p is given by a rational root r = e^(p / k), so p = k ln r. These p are dense, and at each of
/// them every entry is a rational number.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_INSTANCE_SEARCH_H
#define PLUMB_CHECKER_CHANNEL_INSTANCE_SEARCH_H

#include "checker/channel/algebra.h"

#include <optional>
#include <vector>

namespace plumb::channel {

/// One value for each parameter: its own, or that of its root.
using Values = std::vector<Rational>;

/// What is asked of values besides the requirements: that this notion protects somebody, or any does, or
/// nothing.
struct Protecting {
  std::optional<std::size_t> notion = {};
  bool nobodyToo = false;
};

/// Small values that meet the requirements, leave two inputs to compare, and protect; the sizes growing: up
/// to \p limit with members in every class, then some without. In a fixed order.
std::vector<Values> smallInstances(const Algebra &algebra, std::size_t limit, Protecting protecting = {});

std::vector<Values> smallInstances(const ir::Channel &channel, const std::vector<Integer> &roots,
                                   std::size_t limit, Protecting protecting = {});

/// Is somebody protected there by a notion of \p algebra 's channel? By `ldp` every input is, by the others a
/// sensitive one. Then some protected output of `uldp` and `keeps_types` is reached as well: a sensitive
/// input reaches no other ones, and its row sums to 1. Without sensitive inputs that is not so, and those who
/// are not sensitive are promised nothing (Murakami and Kawamoto, Section 3.1).
bool protects(const Algebra &algebra, std::size_t notion, const Values &values);
bool protects(const ir::Channel &channel, const std::vector<Integer> &roots, std::size_t notion,
              const Values &values);

/// How many numbers are compared if the table is tried on all x, x' and y; nothing if it is too large for
/// that. Of more than a few bits each y is looked at bit by bit.
std::optional<std::uint64_t> effort(const Algebra &algebra, const Values &values);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_INSTANCE_SEARCH_H
