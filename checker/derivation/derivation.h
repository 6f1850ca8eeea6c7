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

#include <cstdint>
#include <utility>
#include <vector>

namespace plumb::derivation {

/// One call of a function of kernel::Refutation.
struct Step {
  enum class Kind : std::uint8_t { Unit, Whole, Apart, Alike, Split, Sum, Times, Multiple, Round };
  Kind kind;
  std::vector<kernel::Term> terms = {};
  /// Of a Sum; of the others the sources stand with a factor that means nothing.
  std::vector<std::pair<mpq_class, kernel::Source>> sources = {};
};

using Steps = std::vector<Step>;

/// Whether the kernel takes these steps, and nothing is left to show.
bool isAccepted(kernel::Terms &terms, const kernel::Obligation &obligation, const Steps &steps);

/// Does what the steps say.
void replay(kernel::Refutation &refutation, const Step &step);

} // namespace plumb::derivation

#endif // PLUMB_CHECKER_DERIVATION_DERIVATION_H
