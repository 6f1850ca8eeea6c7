// SPDX-License-Identifier: Apache-2.0
//===- checker/proof/moved_pairs.h - One pair for all elements --*- C++ -*-===//
///
/// \file
/// A pair of neighbouring records shows by how much one element of an array of answers moves, at one choice
/// of parameters. Here the same is proved of all elements and all parameters, by pairs that are made of it:
/// what a field holds moves along with a subscript, or with a parameter that decides by how much, or stays.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_PROOF_MOVED_PAIRS_H
#define PLUMB_CHECKER_PROOF_MOVED_PAIRS_H

#include "checker/proof/proof.h"
#include "checker/proof/record_witness.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace plumb::proof {

/// By how much answers move.
enum class Lengths : std::uint8_t {
  Largest,
  /// Each whole number from 1 up to the largest, or each positive one of real answers.
  Each,
};

struct MovedBy {
  /// A term over sizes and parameters.
  const ir::Expression &most;
  Lengths lengths;
};

/// True if it is proved: for all parameters that are allowed and of which those that \p leasts names are no
/// less than it says, for each element of \p query that there is and for each length of \p by, a pair made of
/// \p pair is one of neighbours, meets all premises, and moves that element by as much. What its two records
/// add to it has the signs \p signs, which are not both negative or both positive. False: not known.
///
/// \pre \p neighbourhood has a recordAdjacency, \p query is one of its queries, and \p pair changes it.
bool moveEverywhere(const ir::Neighbourhood &neighbourhood, const ir::Variable &query,
                    const RecordWitness &pair, std::pair<int, int> signs, const MovedBy &by,
                    const std::map<std::string, Rational> &leasts, const EngineMaker &makeEngine);

} // namespace plumb::proof

#endif // PLUMB_CHECKER_PROOF_MOVED_PAIRS_H
