// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/acyclicity.h - Is the map one-to-one? --*- C++ -*-===//
///
/// \file
/// The aligned noise has to be a triangular map of the noise: in some order, each
/// draw is moved by an amount that depends on earlier draws only (Def. 5 of
/// Takagi, Cao and Yoshikawa). Such a map is a bijection that preserves volume;
/// unit slope alone is not enough.
///
/// Nodes are sample statements, each standing for all its instances. An edge says
/// what a shift may read: a draw made before in the program (`before`), or any
/// other one (its own, a later one, or one whose place is not known). A cycle of
/// `before` edges alone runs backwards in time and is none; a cycle with any other
/// edge on it is reported.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_ACYCLICITY_H
#define PLUMB_CHECKER_RELATIONAL_ACYCLICITY_H

#include "checker/relational/two_run.h"
#include "checker/smt/obligation.h"

#include <optional>
#include <string>
#include <vector>

namespace plumb::relational {

struct Dependency {
  const ir::Sample *from, *to;
  bool before;
  /// For an edge that is not `before`: if this holds, the edge is not there. "Two values of the draw, all
  /// else equal, give the same shift": over all noise, no path condition, z unconstrained.
  std::optional<smt::Term> independent;
};

/// All that the shifts of \p run read.
std::vector<Dependency> dependencies(const TwoRun &run, Context context);

/// The order in which the instances of \c sample whose index z names come behind all other instances: those
/// may read no instance, and these none but those. "out.winner.1" of noisy max with gap, or both winners
/// of two.
struct LastInstancesOrder {
  const ir::Sample *sample;
  /// If this holds, the order serves all shifts of the sample. Over all noise, no path condition, z
  /// unconstrained.
  smt::Term condition;
};
/// For each int of the output, and for all together that the shifts of a sample read.
std::vector<LastInstancesOrder> lastInstancesOrders(const TwoRun &run, Context context);

/// Takes away what the instances of \p sample read of each other, once an order is known to serve it. As that
/// is not the order of the program, what else they read counts as read out of order.
void reorder(std::vector<Dependency> &edges, const ir::Sample &sample);

/// The samples on one cycle that matters, in order; empty if there is none.
std::vector<const ir::Sample *> cycle(const std::vector<Dependency> &edges);

/// The samples whose shift reads an aligned draw that is not made yet: no order can serve them.
std::vector<const ir::Sample *> readersOfUndrawn(const TwoRun &run);

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_ACYCLICITY_H
