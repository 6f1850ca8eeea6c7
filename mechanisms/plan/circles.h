// SPDX-License-Identifier: Apache-2.0
//===- mechanisms/plan/circles.h - Mutual assignment ------------*- C++ -*-===//
///
/// \file
/// Which variables are assigned from each other, directly or round about (strongly connected components;
/// Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1972). Their ranges have to be
/// found together.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_MECHANISMS_PLAN_CIRCLES_H
#define PLUMB_MECHANISMS_PLAN_CIRCLES_H

#include <cstddef>
#include <vector>

namespace plumb::plan {

/// The strongly connected components of the graph with an edge from i to each j in \p uses[i], so
/// ordered that every component comes behind those that it uses.
std::vector<std::vector<std::size_t>> circles(const std::vector<std::vector<std::size_t>> &uses);

} // namespace plumb::plan

#endif // PLUMB_MECHANISMS_PLAN_CIRCLES_H
