// SPDX-License-Identifier: Apache-2.0
//===- checker/refutation/bad_parameters.h - Nobody to speak of -*- C++ -*-===//
///
/// \file
/// Parameters that are allowed, and with which the head of a mechanism says nothing that a guarantee could be
/// about: a difference is bounded by a negative number, so that no data have a neighbour.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_REFUTATION_BAD_PARAMETERS_H
#define PLUMB_CHECKER_REFUTATION_BAD_PARAMETERS_H

#include "checker/refutation/counterexample.h"

namespace plumb::refutation {

struct BadParameters {
  /// One sentence without a final period.
  std::string description;
  std::vector<NamedNumber> parameters;
};

/// The first small ones, by the exact interpreter, with which the bound of a difference is negative or has no
/// value, and the array has elements. Nothing means only that none were found.
std::optional<BadParameters> findNegativeBound(const ir::Mechanism &mechanism);

} // namespace plumb::refutation

#endif // PLUMB_CHECKER_REFUTATION_BAD_PARAMETERS_H
