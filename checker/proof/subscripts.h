// SPDX-License-Identifier: Apache-2.0
//===- checker/proof/subscripts.h - The elements of an array ----*- C++ -*-===//
///
/// \file
/// The elements of an array whose extents are numbers, one dimension after the other, so that whoever looks
/// at each of them can stop where they become too many.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_PROOF_SUBSCRIPTS_H
#define PLUMB_CHECKER_PROOF_SUBSCRIPTS_H

#include "checker/relational/products.h"

#include <optional>
#include <vector>

namespace plumb::proof {

using Subscripts = std::vector<long>;

/// The number that \p extent is; nothing if unknowns are left in it.
std::optional<Rational> numberOf(const relational::Polynomial &extent);

/// Each of \p starts with each index below \p length behind it, in row-major order.
std::vector<Subscripts> lengthened(const std::vector<Subscripts> &starts, const Rational &length);

} // namespace plumb::proof

#endif // PLUMB_CHECKER_PROOF_SUBSCRIPTS_H
