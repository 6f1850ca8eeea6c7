// SPDX-License-Identifier: Apache-2.0
//===- checker/relational/common_divisor.h - Lowest terms -------*- C++ -*-===//
///
/// \file
/// Division of polynomials over parameters, and what two of them have as a factor. For bounds that are told
/// and for what is proved afterwards; a proof divides by nothing that it has not shown to be positive.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_RELATIONAL_COMMON_DIVISOR_H
#define PLUMB_CHECKER_RELATIONAL_COMMON_DIVISOR_H

#include "checker/relational/polynomial.h"

#include <optional>

namespace plumb::relational {

/// The quotient, if there is no remainder. \pre \p divisor is not zero.
std::optional<Polynomial> quotientOf(const Polynomial &dividend, const Polynomial &divisor);

/// A polynomial that divides both, of the highest degree there is, by Euclid's algorithm in one atom after
/// the other. The constant 1 where the numbers on the way grow too many. It is positive where Ints are large
/// and Reals are small, as n - 1 and 1 - p are meant to be. \pre neither is zero.
Polynomial commonDivisor(const Polynomial &a, const Polynomial &b);

} // namespace plumb::relational

#endif // PLUMB_CHECKER_RELATIONAL_COMMON_DIVISOR_H
