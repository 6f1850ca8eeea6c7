// SPDX-License-Identifier: Apache-2.0
//===- checker/disproof/defined_values.h - Where parts can run --*- C++ -*-===//
///
/// \file
/// Parameters of a composition that defines powers of e, `let E = exp(eps)`, `let c = ln(1 + E)`, with which
/// its parts run with rational numbers: c is given one, and eps is the number with which it has that value.
/// Computed with doubles; witness::definedAt says whether it is so.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_DISPROOF_DEFINED_VALUES_H
#define PLUMB_CHECKER_DISPROOF_DEFINED_VALUES_H

#include "checker/witness/witness.h"
#include "frontend/ir/composition.h"

namespace plumb::disproof {

struct DefinedValues {
  /// Of the parameters; of defined names it means the one that parts are given.
  interpreter::Instance instance;
  /// Nothing if parts are given no defined name.
  std::optional<witness::Between> between;
  double claimed, probability;
};

/// With the value in \p instance for the name that parts are given, and for all other parameters but one.
std::optional<DefinedValues> definedValues(const ir::Composition &composition,
                                           const interpreter::Instance &instance);

} // namespace plumb::disproof

#endif // PLUMB_CHECKER_DISPROOF_DEFINED_VALUES_H
