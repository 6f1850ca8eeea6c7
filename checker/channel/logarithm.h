// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/logarithm.h - ln x between bounds --------*- C++ -*-===//
///
/// \file
/// The natural logarithm of a rational number, enclosed between rational numbers, and compared exactly. For
/// smallest budgets of numeric tables. No floating point.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_LOGARITHM_H
#define PLUMB_CHECKER_CHANNEL_LOGARITHM_H

#include "frontend/support/enclosure.h"

namespace plumb::channel {

/// ln x for x > 0; high - low <= 2^-\p bits (1 + |log2 x|), and both ends are multiples of a power of 1/2.
/// ln 1 is exact.
///
/// With x = 2^k y, 2/3 < y <= 4/3 and z = (y - 1) / (y + 1), |z| <= 1/5: ln x = k ln 2 + 2 (z + z^3 / 3 +
/// ...), where the rest of the series is below the next term / (1 - z^2). ln 2 = 2 (1/3 + 1/3^4 + ...) in the
/// same way.
Enclosure naturalLogarithm(const Rational &x, unsigned bits = 64);

/// Is ln x >= c, or > c? Decided with as many bits as it takes: ln x is rational for x = 1 alone.
bool isLogarithmAtLeast(const Rational &x, const Rational &c, bool strictly);

/// "1.098612": six digits, rounded down.
std::string decimalBelow(const Rational &number);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_LOGARITHM_H
