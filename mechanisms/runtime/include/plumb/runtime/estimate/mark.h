// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// What one report says about one symbol: the two probabilities from which every estimator of a
/// frequency follows.

#ifndef PLUMB_RUNTIME_ESTIMATE_MARK_H
#define PLUMB_RUNTIME_ESTIMATE_MARK_H

namespace plumb::runtime::estimate {

/// A report *marks* a symbol if it equals it (randomized response) or has its
/// bit set (RAPPOR). Whether it does depends only on whether the symbol is the
/// user's own. Each probability is kept beside its complement, because the
/// small one of the two would lose its digits in 1 - x.
struct Mark {
  double oneIfOwn = 0;    ///< Pr[symbol j is marked | x = j]
  double zeroIfOwn = 0;   ///< 1 - oneIfOwn
  double oneIfOther = 0;  ///< Pr[symbol j is marked | x], the same for each x != j
  double zeroIfOther = 0; ///< 1 - oneIfOther
  double slope = 0;       ///< oneIfOwn - oneIfOther, 0 if and only if eps = 0

  /// Pr[marked] and Pr[not marked] for a symbol of probability \p p.
  double one(double p) const { return p * oneIfOwn + (1 - p) * oneIfOther; }
  double zero(double p) const { return p * zeroIfOwn + (1 - p) * zeroIfOther; }

  /// The p for which `one(p)` is \p share; \pre slope > 0.
  double probability(double share) const { return (share - oneIfOther) / slope; }

  /// n times the variance of `probability(marked reports / n)`.
  /// \pre slope > 0.
  double variance(double p) const { return (one(p) / slope) * (zero(p) / slope); }
};

} // namespace plumb::runtime::estimate

#endif // PLUMB_RUNTIME_ESTIMATE_MARK_H
