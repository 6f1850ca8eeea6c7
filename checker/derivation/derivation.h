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

/// An obligation as it was shown, and how: with those hypotheses alone that are used, and without what is
/// true of all products, which is shown beside.
struct Shown {
  kernel::Obligation obligation;
  Steps steps;
};

/// A formula, and steps that show it from these hypotheses.
struct Lemma {
  kernel::Term formula;
  std::vector<kernel::Term> hypotheses;
  const Steps *steps;
};

/// \p first, then the steps of \p last behind a split at each of \p cuts, where these show \p obligation.
/// More is known here than the steps rest on, so that a case may end sooner: what is left of it is left out.
std::optional<Steps> joined(kernel::Terms &terms, const kernel::Obligation &obligation, const Steps &first,
                            const std::vector<Lemma> &cuts, const Lemma &last);

} // namespace plumb::derivation

#endif // PLUMB_CHECKER_DERIVATION_DERIVATION_H
