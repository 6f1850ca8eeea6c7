// SPDX-License-Identifier: Apache-2.0
//===- checker/synthesis/public_parts.h - `requires eps1 = ?` ---*- C++ -*-===//
///
/// \file
/// Divides a guarantee among parameters that stand for parts of it. Each sum that may be no larger than
/// something, the cost of the mechanism or one that a requirement states, is divided into equal shares, and a
/// part gets the least of what its sums leave to it.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_SYNTHESIS_PUBLIC_PARTS_H
#define PLUMB_CHECKER_SYNTHESIS_PUBLIC_PARTS_H

#include "checker/proof/comparison.h"
#include "checker/synthesis/terms.h"

namespace plumb::synthesis {

struct PublicParts {
  /// Of each unknown, sort Real, without any of them.
  std::vector<ExpressionPtr> values;
  /// Why there are none; empty if there are.
  std::string conflict;
};

/// \param cost what the mechanism costs, as a term over its parameters and \p unknown.
PublicParts publicParts(const ir::Mechanism &mechanism, const std::vector<const ir::Variable *> &unknown,
                        const ir::Expression &cost, proof::Comparison &comparison);

} // namespace plumb::synthesis

#endif // PLUMB_CHECKER_SYNTHESIS_PUBLIC_PARTS_H
