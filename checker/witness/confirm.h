// SPDX-License-Identifier: Apache-2.0
//===- checker/witness/confirm.h - Is a witness right? ----------*- C++ -*-===//
///
/// \file
/// The second opinion on a violation. Whoever found it has integrated along paths; here the text of the
/// mechanism is executed anew, and both probabilities are bounded by cells of noise. The two share the exact
/// numbers and the declarations of the program, and no step of the computation.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_WITNESS_CONFIRM_H
#define PLUMB_CHECKER_WITNESS_CONFIRM_H

#include "checker/witness/comparison.h"
#include "frontend/ir/composition.h"

namespace plumb::witness {

/// How many cells are looked at: what takes about two seconds.
constexpr std::uint64_t mostCells = 2'000'000;

/// Checks that the data are neighbours, that all requirements hold, and how likely the word is on either
/// side; and that the witness says the same, in its numbers and in its paths.
///
/// \param cells how many may be looked at.
Opinion confirm(const ir::Mechanism &mechanism, const Witness &witness, std::uint64_t cells = mostCells);

/// Of a composition: the bounds are those of its parts.
struct ComposedOpinion : Opinion {
  ComposedOpinion(Opinion of) : Opinion(std::move(of)) {}
  /// One for each part that runs, in the order of the text; as far as they were asked.
  std::vector<Opinion> parts;
  /// On ComposedWitness::unsampled.
  std::vector<Opinion> unsampled;
  /// Bounds on the probability with which a record is sampled.
  Likelihood sampledWith{1, 1};
};

/// Checks that the data are in a row of the ledger, that each part has those data, passes on what later parts
/// are given, and loses more than its witness claims, and that all of them together, as often as they run,
/// lose more than is guaranteed; of a sample, as far as it may have the record.
///
/// \param cells how many may be looked at in all.
ComposedOpinion confirm(const ir::Composition &composition, const ComposedWitness &witness,
                        std::uint64_t cells = mostCells);

} // namespace plumb::witness

#endif // PLUMB_CHECKER_WITNESS_CONFIRM_H
