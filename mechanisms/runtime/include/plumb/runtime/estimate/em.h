// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The maximum-likelihood distribution by expectation maximization (EM).
///
/// Of the 2^|X| or |X| outputs only ratios of probabilities matter. With
/// u' = e^eps - 1 and a report y that reveals no symbol of X_N,
///
///     Q(y|x) = c(y) (1 + u' [y marks x and x is in X_S]),
///
/// for all channels here and whatever theta: c1 = e^eps c2 in Def. 3, and in
/// Def. 4 theta / d1 = e^eps d2 and (1 - theta) / (1 - d1) = d2. A report that
/// reveals x has the posterior 1 at x. So with P(y) the sum of p over the
/// sensitive symbols that y marks, one step of EM is
///
///     n p+(x) = p(x) (sum_y 1 / (1 + u' P(y)) + u' sum_{y marks x} 1 / (1 + u' P(y)))
///
/// on X_S and n p+(x) = p(x) sum_y 1 / (1 + u' P(y)) + (reports of x) on X_N, the
/// sums over the reports that reveal nothing. For randomized response
/// P(y) = p(y), and a step takes O(|X|); for RAPPOR it takes one addition and
/// one update for each set bit of the distinct rows.
///
/// Source: Agrawal, Srikant and Thomas, "Privacy preserving OLAP", SIGMOD 2005,
/// for EM; the form above is derived here.

#ifndef PLUMB_RUNTIME_ESTIMATE_EM_H
#define PLUMB_RUNTIME_ESTIMATE_EM_H

#include "plumb/runtime/estimate/tally.h"

#include <functional>
#include <vector>

namespace plumb::runtime::estimate {

/// Where EM stands; all that it needs to go on from there. A run that is
/// interrupted and resumed gives the same bits as one that is not.
struct EmState {
  std::vector<double> p;
  std::uint64_t iterations = 0;
};

struct EmProgress {
  std::uint64_t iterations = 0;
  /// l1 distance between the last two vectors.
  double step = 0;
  std::span<const double> p;
};

struct EmOptions {
  /// EM stops when the l1 distance of a step is *below* this. A small step is
  /// no proof that the maximum is near: EM slows down on entries that go to 0.
  double step = 1e-6;
  /// EM stops when `EmState::iterations` reaches this.
  std::uint64_t iterationLimit = 100000;
  /// The result does not depend on it.
  unsigned threads = 2;
  /// Let each iteration extrapolate from two steps and take a third one from
  /// there, if that does not lower the likelihood (Varadhan and Roland, 2008).
  /// It tends to the same maximum on another path, often with a tenth of the
  /// steps; `step` means the first of the three.
  bool accelerate = false;
  /// Called after each step; may be empty.
  std::function<void(const EmProgress &)> progress;
};

enum class EmStop {
  Step,          ///< the last step was shorter than asked for
  IterationLimit ///< there were as many iterations as allowed
};

struct EmResult {
  EmState state;
  /// l1 length of the last step; infinity if none was taken.
  double step = 0;
  EmStop stop = EmStop::IterationLimit;
};

/// The uniform distribution, the start that presumes nothing.
EmState uniformStart(const Channel &channel);

/// EM from \p start, which must be a distribution. Entries that are 0 stay 0,
/// but for symbols of X_N that are revealed. At eps = 0 every distribution is
/// equally likely and EM stays at its start.
///
/// The likelihood is concave, so from a positive start EM tends to its maximum
/// (Wu, "On the convergence properties of the EM algorithm", 1983).
///
/// Fails without reports, without rows for a channel of bits (`Keep::Marks`),
/// and on options or a start that make no sense.
Expected<EmResult> em(const Tally &tally, EmState start, const EmOptions &options = {});

/// The logarithm of the likelihood of \p p, up to a constant that depends on the
/// reports only: sum_y log(1 + u' P(y)) + sum over revealed x of log p(x).
/// Minus infinity if p excludes a report. Fails like `em`.
Expected<double> logLikelihood(const Tally &tally, std::span<const double> p);

} // namespace plumb::runtime::estimate

#endif // PLUMB_RUNTIME_ESTIMATE_EM_H
