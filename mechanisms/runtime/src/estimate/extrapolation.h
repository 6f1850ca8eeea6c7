// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Several steps of EM at once: the same maximum of the likelihood in fewer passes over the reports.

#ifndef PLUMB_RUNTIME_ESTIMATE_EXTRAPOLATION_H
#define PLUMB_RUNTIME_ESTIMATE_EXTRAPOLATION_H

#include "em_step.h"

namespace plumb::runtime::estimate {

/// Squared extrapolation of a fixpoint iteration F. From p0 let p1 = F(p0),
/// p2 = F(p1), r = p1 - p0, v = (p2 - p1) - r. If all differences shrank at the
/// same rate, p0 + 2 a r + a^2 v would be the fixpoint for a = |r| / |v|. The
/// next vector is F of that point if it is at least as likely as p0, and p2
/// otherwise, so that the likelihood never falls.
///
/// Source: Varadhan and Roland, "Simple and globally convergent methods for
/// accelerating the convergence of any EM algorithm", Scandinavian Journal of
/// Statistics 35, 2008 (scheme S3). Entries that would become negative are held
/// at a hundredth of p2's instead: EM could not bring them back from 0.
class Extrapolation {
public:
  /// \p step must outlive this.
  Extrapolation(EmStep &step, std::size_t symbols) : f(step), p1(symbols), p2(symbols), guess(symbols) {}

  /// Replaces \p p by the next vector, or by F(p) if that is closer than
  /// \p enough; returns the l1 distance of p and F(p).
  double operator()(std::vector<double> &p, double enough);

private:
  void extrapolate(const std::vector<double> &p);

  EmStep &f;
  std::vector<double> p1, p2, guess;
};

} // namespace plumb::runtime::estimate

#endif // PLUMB_RUNTIME_ESTIMATE_EXTRAPOLATION_H
