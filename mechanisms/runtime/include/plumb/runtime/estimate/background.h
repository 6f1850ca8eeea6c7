// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// From the intermediate values of a personalized mechanism back to the users'
/// own values, with what is known about each tag.
///
/// r is the distribution on Z that the users' pre-processors make of p,
/// averaged over the users; pi_k is the distribution of values behind bot k.
/// An estimate r^ comes from the reports and `Personalized::common()`, like any
/// other. Estimates of pi_k are *background knowledge*: they cannot be learnt
/// from the reports.
///
/// Source: Murakami and Kawamoto, USENIX Security 2019, Sections 5.3 and 5.4.

#ifndef PLUMB_RUNTIME_ESTIMATE_BACKGROUND_H
#define PLUMB_RUNTIME_ESTIMATE_BACKGROUND_H

#include "plumb/runtime/estimate/interval.h"
#include "plumb/runtime/estimate/personalized.h"

#include <optional>
#include <span>
#include <vector>

namespace plumb::runtime::estimate {

/// For each tag the estimate of pi_k, a distribution on X, or nothing.
using Knowledge = std::vector<std::optional<std::vector<double>>>;

/// r and pi_1 .. pi_k of eq. (20), for studies in which p and the
/// pre-processors are known.
struct Intermediate {
  std::vector<double> r;
  /// Nothing for a tag that no user's value of positive probability carries.
  Knowledge pi;
};

/// \pre p is a distribution on X; there is a user. Aborts otherwise.
Intermediate intermediate(const Personalized &mechanism, std::span<const double> p,
                          std::span<const Preprocessor> users);

/// p^(x) = r^(x) + sum over k of r^(bot k) pi^_k(x), eq. (21).
///
/// For a tag without knowledge pi^_k is taken proportional to r^ on X_N. Without
/// any knowledge that amounts to dropping the bots and scaling r^ on X_N up, so
/// that the total, X_S included, is that of r^.
///
/// Fails if the sizes do not match, if knowledge is no distribution, or if it is
/// missing for a tag while r^ has no mass on X_N.
Expected<std::vector<double>> personal(const Personalized &mechanism, std::span<const double> r,
                                       const Knowledge &knowledge);

/// Theorem 1: l1(p^, p) is at most l1(r^, r) and this together,
///
///     sum over k of |r^(bot k)| l1(pi^_k, pi_k).
///
/// The bars are missing in the paper; empirical estimates may be negative.
/// \param distances l1(pi^_k, pi_k) for each tag, or 2, the largest there is,
///   where it is not known. \pre the sizes match; aborts otherwise.
double tagTerm(const Personalized &mechanism, std::span<const double> r, std::span<const double> distances);

/// Expected losses of `personal` applied to `empirical`, with knowledge of all
/// tags. As in loss.h, l1 holds as the number of users grows and l2^2 exactly,
/// for users who are drawn independently together with their pre-processors. If
/// the pre-processors are fixed, the variances here are upper bounds.
///
/// \param r the true distribution on Z; \param p the true one on X.
/// Fails like `personal`, and if knowledge is missing for some tag.
struct PersonalLoss {
  double l1 = 0, l2 = 0;
};
Expected<PersonalLoss> expectedLoss(const Personalized &mechanism, std::span<const double> r,
                                    std::span<const double> p, const Knowledge &knowledge,
                                    std::uint64_t users);

/// For each x of X an interval that contains p(x) with probability at least
/// 1 - \p error if the knowledge is right and users are drawn together with
/// their pre-processors: intervals for r(x) and all bots at
/// \p error / (tags + 1), put into eq. (21) end by end.
/// Fails like `intervals`, and if knowledge is missing for some tag.
Expected<std::vector<Interval>> personalIntervals(const Personalized &mechanism, const Tally &tally,
                                                  const Knowledge &knowledge, double error);

} // namespace plumb::runtime::estimate

#endif // PLUMB_RUNTIME_ESTIMATE_BACKGROUND_H
