// SPDX-License-Identifier: Apache-2.0

#include "extrapolation.h"

#include <algorithm>
#include <cmath>

namespace plumb::runtime::estimate {

double Extrapolation::operator()(std::vector<double> &p, double enough) {
  const EmStep::Result first = f.withLikelihood(p, p1);
  if (first.distance < enough || first.distance == 0) {
    p = p1;
    return first.distance;
  }
  f(p1, p2);
  extrapolate(p);
  const EmStep::Result third = f.withLikelihood(guess, guess);
  p = third.logLikelihood >= first.logLikelihood ? guess : p2;
  return first.distance;
}

void Extrapolation::extrapolate(const std::vector<double> &p) {
  double ofR = 0, ofV = 0;
  for (Symbol x = 0; x < p.size(); ++x) {
    const double r = p1[x] - p[x], v = p2[x] - p1[x] - r;
    ofR += r * r;
    ofV += v * v;
  }
  const double a = ofV > 0 ? std::max(1.0, std::sqrt(ofR / ofV)) : 1;

  double sum = 0;
  for (Symbol x = 0; x < p.size(); ++x) {
    const double r = p1[x] - p[x], v = p2[x] - p1[x] - r;
    sum += guess[x] = std::max(p[x] + 2 * a * r + a * a * v, 0.01 * p2[x]);
  }
  for (double &entry : guess)
    entry /= sum;
}

} // namespace plumb::runtime::estimate
