// SPDX-License-Identifier: Apache-2.0
//===- checker/channel/certificate.h - Why a polynomial is >= 0 -*- C++ -*-===//
///
/// \file
/// An identity that shows polynomial >= 0 (or > 0) where given facts hold, and the check of it.
///
/// Each variable v with a known lower bound c makes v - c >= 0. Then
///
///     polynomial = sum over i of p_i * (a product of facts),
///
/// where p_i is a polynomial in such v - c without a negative coefficient, shows polynomial >= 0.
///
/// Reference: Handelman, Representing polynomials by positive linear functions on compact
/// convex polyhedra, Pacific J. Math. 132, 1988.
///
//===----------------------------------------------------------------------===//

#ifndef PLUMB_CHECKER_CHANNEL_CERTIFICATE_H
#define PLUMB_CHECKER_CHANNEL_CERTIFICATE_H

#include "checker/channel/algebra.h"

#include <optional>
#include <vector>

namespace plumb::channel {

/// v >= value, or v > value.
struct LowerBound {
  Rational value;
  bool isStrict = false;
};

/// What a fact of the form a * v - b >= 0, a > 0, says of the variable. A whole number above a bound is at
/// least the next whole number.
std::optional<LowerBound> lowerBound(const Fact &fact, std::size_t variable, bool isInteger);

/// For each variable the tightest such bound; of one that no fact bounds alone what facts say beside the
/// bounds of others, as p >= q and q > 0 do of p. Nothing where none is known.
std::vector<std::optional<LowerBound>> lowerBounds(const std::vector<Fact> &facts,
                                                   const std::vector<bool> &isInteger);

struct Certificate {
  struct Summand {
    /// In v - c for each variable v with the lower bound c, and in v for the others.
    Polynomial multiplier;
    /// Numbers of facts; one may come twice.
    std::vector<std::size_t> facts;
  };
  /// For each variable; nothing where none is known.
  std::vector<std::optional<LowerBound>> bounds;
  std::vector<Summand> summands;
};

/// Does \p certificate show that \p facts imply \p goal? Recomputed in full, so that nothing else has to be
/// believed. \p isInteger: which variables are whole numbers. May throw TooLarge.
bool proves(const Certificate &certificate, const std::vector<Fact> &facts, const Fact &goal,
            const std::vector<bool> &isInteger);

} // namespace plumb::channel

#endif // PLUMB_CHECKER_CHANNEL_CERTIFICATE_H
