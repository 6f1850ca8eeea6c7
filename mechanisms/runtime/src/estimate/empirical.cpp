// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/estimate/empirical.h"

#include "normal.h"

#include <cmath>
#include <string>

namespace plumb::runtime::estimate {

Expected<std::vector<double>> empirical(const Tally &tally) {
  if (tally.reports() == 0)
    return Error{"no reports"};
  if (tally.channel().eps() == 0)
    return Error{"eps is 0: the reports say nothing about the distribution"};
  const auto n = static_cast<double>(tally.reports());
  std::vector<double> p(tally.marks().size());
  for (Symbol x = 0; x < p.size(); ++x)
    p[x] = tally.channel().mark(x).probability(static_cast<double>(tally.marks()[x]) / n);
  return p;
}

Expected<std::vector<double>> thresholded(const Tally &tally, double level) {
  if (!(level > 0 && level < 1))
    return Error{"significance level is " + std::to_string(level) + "; it must lie strictly between 0 and 1"};
  auto estimate = empirical(tally);
  if (!estimate)
    return estimate;
  std::vector<double> &p = *estimate;
  const auto n = static_cast<double>(tally.reports());
  const double z = normalQuantileAbove(level / static_cast<double>(p.size()));

  double kept = 0;
  std::vector<Symbol> rest;
  for (Symbol x = 0; x < p.size(); ++x)
    if (p[x] > z * std::sqrt(tally.channel().mark(x).variance(0) / n))
      kept += p[x];
    else
      rest.push_back(x);

  const double share = kept < 1 && !rest.empty() ? (1 - kept) / static_cast<double>(rest.size()) : 0;
  for (Symbol x : rest)
    p[x] = share;
  if (share == 0)
    for (double &entry : p)
      entry /= kept;
  return estimate;
}

} // namespace plumb::runtime::estimate
