// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// The beta law, for the tails of the binomial one.

#ifndef PLUMB_RUNTIME_ESTIMATE_BETA_H
#define PLUMB_RUNTIME_ESTIMATE_BETA_H

namespace plumb::runtime::estimate {

/// I_x(a, b), the regularized incomplete beta function, to about 1e-15 (a + b)
/// relative. For whole a it is Pr[Bin(a + b - 1, x) >= a].
/// \pre 0 <= x <= 1; a, b > 0.
double regularizedBeta(double x, double a, double b);

/// The x with I_x(a, b) = \p probability, in (0, 1).
/// \pre 0 < probability < 1; a, b >= 1.
double betaQuantile(double probability, double a, double b);

} // namespace plumb::runtime::estimate

#endif // PLUMB_RUNTIME_ESTIMATE_BETA_H
