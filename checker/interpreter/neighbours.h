// SPDX-License-Identifier: Apache-2.0
//===- checker/interpreter/neighbours.h - Is D -> D' stated? ---*- C++ -*-===//
///
/// \file
/// Whether two vectors of answers are neighbours in the textbook form, by the adjacency clauses, on
/// numbers. record_neighbours.h is the same for records.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_INTERPRETER_NEIGHBOURS_H
#define PLUMB_CHECKER_INTERPRETER_NEIGHBOURS_H

#include "checker/interpreter/instance.h"

namespace plumb::interpreter {

/// What the adjacency clauses allow for one query: lowest <= f[i](D) - f[i](D') <= highest.
struct DifferenceRange {
  Exact lowest;
  Exact highest;
  /// At most one element of the query differs.
  bool onlyOne = false;

  bool isEmpty() const { return highest < lowest; }
  bool contains(const Exact &difference) const { return lowest <= difference && difference <= highest; }
};

/// All clauses about \p query together. A query that no clause names does not change: nothing was
/// said that would let it. An undefined or negative bound allows nothing.
DifferenceRange differenceRange(const Instance &instance, const ir::Variable &query);

/// May the queries answer \p first on D and \p second on D'? The direction counts.
///
/// \pre both belong to \p instance.
bool areNeighbours(const Instance &instance, const Numbers &first, const Numbers &second);

} // namespace plumb::interpreter

#endif // PLUMB_CHECKER_INTERPRETER_NEIGHBOURS_H
