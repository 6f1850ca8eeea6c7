// SPDX-License-Identifier: Apache-2.0
//
// How different two probabilities are at least. Usage: audit_bounds ERROR < COUNTS
// Each line "K1 K2 N" tells how often an event happened in N runs on D and in N runs on D'. For each a line
// with a lower bound of ln(P[on D] / P[on D']), which is too high with probability below ERROR.
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>

/// The bounds of Clopper and Pearson (Biometrika 26, 1934), each of which errs with probability \p error.
using Binomial = boost::math::binomial_distribution<double>;

int main(int count, char **arguments) {
  const double error = count == 2 ? std::strtod(arguments[1], nullptr) : 0;
  if (!(error > 0 && error < 1)) {
    std::fprintf(stderr, "usage: audit_bounds ERROR < COUNTS\n");
    return 1;
  }
  double first = 0, second = 0, runs = 0;
  while (std::cin >> first >> second >> runs)
    std::printf("%.9f\n", std::log(Binomial::find_lower_bound_on_p(runs, first, error / 2) /
                                   Binomial::find_upper_bound_on_p(runs, second, error / 2)));
  return 0;
}
