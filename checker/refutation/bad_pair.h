// SPDX-License-Identifier: Apache-2.0
//===- checker/refutation/bad_pair.h - No neighbouring relation -*- C++ -*-===//
///
/// \file
/// Two records that show that a declared relation of data sets is none that a guarantee could be about: one
/// may stand in the place of the other, but not the other way round where edges have no direction; or a
/// premise about the data holds of one of them alone, and so tells them apart.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REFUTATION_BAD_PAIR_H
#define PLUMB_CHECKER_REFUTATION_BAD_PAIR_H

#include "checker/refutation/counterexample.h"

namespace plumb::refutation {

struct BadPair {
  /// One sentence without a final period.
  std::string description;
  std::vector<NamedNumber> parameters;
  /// One record on each side, and no others.
  NamedRecords records;
};

/// The first pair of small records whose edge has a direction, and the first of which a premise tells one
/// from the other; both by the exact interpreter. Nothing means only that none was found.
///
/// \pre \p mechanism is about records.
std::optional<BadPair> findDirectedPair(const ir::Mechanism &mechanism);
std::optional<BadPair> findPremisePair(const ir::Mechanism &mechanism);

} // namespace plumb::refutation

#endif // PLUMB_CHECKER_REFUTATION_BAD_PAIR_H
