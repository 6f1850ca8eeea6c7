// SPDX-License-Identifier: Apache-2.0
//===- checker/derivation/derivation.h - Evidence as it is found -*- C++ -*-===//
///
/// \file
/// The steps that show an obligation, in the order in which kernel::Refutation takes them.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DERIVATION_DERIVATION_H
#define PLUMB_CHECKER_DERIVATION_DERIVATION_H

#include "kernel/refutation.h"

#include <optional>
#include <vector>

namespace plumb::derivation {

using kernel::Step;
using Steps = std::vector<Step>;

/// Whether the kernel takes these steps, and nothing is left to show.
bool isAccepted(kernel::Terms &terms, const kernel::Obligation &obligation, const Steps &steps);

/// A formula that is split on, and what shows it where it is false.
struct Lemma {
  kernel::Term formula;
  const Steps *steps;
};

/// \p first, then \p steps behind a split at each lemma, where these show \p obligation; what comes behind
/// the end of a case is left out.
std::optional<Steps> joined(kernel::Terms &terms, const kernel::Obligation &obligation, const Steps &first,
                            const std::vector<Lemma> &cuts, const Steps &steps);

} // namespace plumb::derivation

#endif // PLUMB_CHECKER_DERIVATION_DERIVATION_H
