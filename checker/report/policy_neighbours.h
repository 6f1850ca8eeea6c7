// SPDX-License-Identifier: Apache-2.0
//===- checker/report/policy_neighbours.h - Who is a neighbour of whom -*- C++ -*-===//
///
/// \file
/// The neighbours of given records under a relation, at given sizes, counted out by the exact interpreter
/// (Takagi, Cao and Yoshikawa, VLDB text, Definition 8 and Example 3): what may stand in the place of a
/// record, and nothing else.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REPORT_POLICY_NEIGHBOURS_H
#define PLUMB_CHECKER_REPORT_POLICY_NEIGHBOURS_H

#include "checker/interpreter/instance.h"
#include "frontend/ir/proposition.h"

#include <string>
#include <vector>

namespace plumb::report {

/// A record and what may stand in its place.
struct Neighbourhood {
  /// "{visited: [true, false]}"
  std::string record;
  /// In the order in which records are counted; the record itself is not among them.
  std::vector<std::string> neighbours;
};

/// Of all records of which a proposition is true.
struct Neighbourhoods {
  /// "n = 2"; empty without sizes.
  std::string sizes;
  std::vector<Neighbourhood> all;
  /// Why nothing was counted; empty if it was.
  std::string problem;
};

/// \param sizes the values of the sizes of \p program, by name.
/// \param which records of \p relation; null: all of them. Everything outlives the call.
///
/// There is a problem where a size has no value or a field no range, where a subscript stands for every
/// index, and where there are too many records.
///
/// \pre \p relation is a Replace that reads nothing but sizes.
Neighbourhoods neighbourhoodsOf(const ir::Program &program, const ir::RecordAdjacency &relation,
                                const ir::Proposition *which, const interpreter::Inputs &sizes);

/// The picture of \p shown: a dot for each record and neighbour, and an arrow from each record to what may
/// stand in its place. One element of SVG; empty if there is a problem or there are too many dots to be told
/// apart.
std::string neighbourGraph(const Neighbourhoods &shown);

} // namespace plumb::report

#endif // PLUMB_CHECKER_REPORT_POLICY_NEIGHBOURS_H
