// SPDX-License-Identifier: Apache-2.0
//===- checker/proof/neighbours.h - Are there any? --------------*- C++ -*-===//
///
/// \file
/// Whether two records can be neighbours at all. What a policy protects and gives away are statements of this
/// kind: no two records of such and such a sort are (or are not) neighbours.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_PROOF_NEIGHBOURS_H
#define PLUMB_CHECKER_PROOF_NEIGHBOURS_H

#include "checker/proof/sensitivity.h"

#include <memory>
#include <vector>

namespace plumb::proof {

/// That the adjacency and the queries of a neighbourhood have values.
struct RecordValues {
  /// Owns the terms of the evidence.
  std::unique_ptr<smt::TermStore> store;
  std::vector<Evidence> evidence;

  bool areProved() const;
};

/// \pre \p neighbourhood has a recordAdjacency. \see askRecordValues
RecordValues recordValuesOf(const ir::Neighbourhood &neighbourhood, const EngineMaker &makeEngine);

/// That no r and r' are neighbours as the adjacency of \p neighbourhood says, whatever the sizes. Proved by
/// the solver; refuted by a pair that \p check confirms. Unknown also where the adjacency may have no value
/// for some records: what is proved of values says nothing there.
///
/// \pre \p neighbourhood has a recordAdjacency of kind Replace.
DifferenceProperty haveNoNeighbours(const ir::Neighbourhood &neighbourhood, const EngineMaker &makeEngine,
                                    const WitnessCheck &check);

} // namespace plumb::proof

#endif // PLUMB_CHECKER_PROOF_NEIGHBOURS_H
