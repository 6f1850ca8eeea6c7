// SPDX-License-Identifier: Apache-2.0
//===- frontend/support/rational.h - Exact numbers --------------*- C++ -*-===//
///
/// \file
/// Exact rationals and integers: GMP's, always in lowest terms. No floating
/// point takes part in any decision of the checker.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_FRONTEND_SUPPORT_RATIONAL_H
#define PLUMB_FRONTEND_SUPPORT_RATIONAL_H

#include <gmpxx.h>
#include <optional>
#include <string>
#include <string_view>

namespace plumb {

using Integer = mpz_class;
using Rational = mpq_class;

/// "12", "0.125" or "3/4" exactly; nothing if \p text is none of these, or 3/0.
std::optional<Rational> parseRational(std::string_view text);

/// "12" or "-3/4".
std::string toString(const Rational &value);

/// Largest integer <= value.
Integer floorOf(const Rational &value);

bool isIntegral(const Rational &value);

} // namespace plumb

#endif // PLUMB_FRONTEND_SUPPORT_RATIONAL_H
