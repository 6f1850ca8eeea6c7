// SPDX-License-Identifier: Apache-2.0

#include "beta.h"

#include <cmath>
#include <limits>

namespace plumb::runtime::estimate {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// The density of the beta law times x (1 - x).
double scaledDensity(double x, double a, double b) {
  return std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) +
                  b * std::log1p(-x));
}

/// One step of Lentz's method for a continued fraction with the next
/// coefficients \p numerator over 1.
struct Fraction {
  double value, ratio, inverse;

  double extend(double numerator) {
    ratio = 1 + numerator / ratio;
    inverse = 1 / (1 + numerator * inverse);
    value *= ratio * inverse;
    return ratio * inverse;
  }
};

/// I_x(a, b) / (scaledDensity(x, a, b) / a) as a continued fraction (Abramowitz
/// and Stegun 26.5.8), after O(sqrt(max(a, b))) terms;
/// \pre x < (a + 1) / (a + b + 2), where it converges that fast.
double continuedFraction(double x, double a, double b) {
  Fraction fraction{1, 1, 0};
  for (double m = 0;; ++m) {
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    fraction.extend(odd);
    const double k = m + 1;
    const double even = k * (b - k) * x / ((a + 2 * k - 1) * (a + 2 * k));
    if (std::fabs(fraction.extend(even) - 1) <= 2 * epsilon || m > 1e7)
      return 1 / fraction.value;
  }
}

} // namespace

double regularizedBeta(double x, double a, double b) {
  if (x <= 0 || x >= 1)
    return x <= 0 ? 0 : 1;
  const double density = scaledDensity(x, a, b);
  if (x < (a + 1) / (a + b + 2))
    return density / a * continuedFraction(x, a, b);
  return 1 - density / b * continuedFraction(1 - x, b, a);
}

/// Newton's method between two bounds that close in: a step that leaves them is
/// replaced by their middle.
double betaQuantile(double probability, double a, double b) {
  double low = 0, high = 1, x = a / (a + b);
  for (int step = 0; step < 200 && high - low > 2 * epsilon * high; ++step) {
    const double excess = regularizedBeta(x, a, b) - probability;
    (excess > 0 ? high : low) = x;
    const double newton = x - excess * x * (1 - x) / scaledDensity(x, a, b);
    const double next = newton > low && newton < high ? newton : low + (high - low) / 2;
    if (std::fabs(next - x) <= 4 * epsilon * x)
      return next;
    x = next;
  }
  return x;
}

} // namespace plumb::runtime::estimate
