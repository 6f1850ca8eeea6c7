// SPDX-License-Identifier: Apache-2.0
//===- checker/witness/defined.h - Where powers of e are known --*- C++ -*-===//
///
/// \file
/// Compositions that define powers of e and logarithms, `let E = exp(eps)`, `let c = ln(1 + E)`. Parts run
/// with rational numbers, also in the place of one defined name, c = 2; then eps is none. That a number
/// between low and high is one with which c is that is the intermediate value theorem: 1 + E is continuous
/// there, and exp(2) lies between its values at both ends. Everything else is bounded over all numbers from
/// low to high.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_WITNESS_DEFINED_H
#define PLUMB_CHECKER_WITNESS_DEFINED_H

#include "checker/witness/bounds.h"
#include "checker/witness/witness.h"
#include "frontend/ir/composition.h"

namespace plumb::witness {

struct Defined {
  Bounds claimed;
  /// With which a record is sampled; 1 if all are.
  Bounds probability{1.0};
};

/// The defined name that some part is given; null if none is, or several.
const ir::Definition *givenToParts(const ir::Composition &composition);
/// Does some part read it?
bool isGivenToParts(const ir::Composition &composition, const ir::Variable &variable);

/// Bounds at parameters of which \p head has the values: all but \p between, which is within its ends; and of
/// defined names the one that is given to parts. Nothing where that is not shown, or a requirement is not
/// shown to hold.
std::optional<Defined> definedAt(const ir::Composition &composition, const interpreter::Instance &head,
                                 const std::optional<Between> &between);

} // namespace plumb::witness

#endif // PLUMB_CHECKER_WITNESS_DEFINED_H
