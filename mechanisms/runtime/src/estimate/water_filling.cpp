// SPDX-License-Identifier: Apache-2.0

#include "plumb/runtime/estimate/water_filling.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace plumb::runtime::estimate {

namespace {

/// L of the header. Reading symbols in descending order, each next one is above
/// water as long as w > L / u' for the L of those before it: then the L with it
/// lies between the two, so it stays above.
double waterLevel(std::vector<double> sensitive, double others, double gain) {
  std::sort(sensitive.begin(), sensitive.end(), std::greater<>());
  double above = 0, count = 0;
  for (double w : sensitive) {
    if (w * (gain + count) <= above + others)
      break;
    above += w;
    ++count;
  }
  return (above + others) / (1 + count / gain);
}

} // namespace

Expected<std::vector<double>> waterFilling(const Tally &tally) {
  if (tally.channel().form() != Channel::Form::OneSymbol)
    return Error{"the maximum has no closed form for reports of bits"};
  if (tally.reports() == 0)
    return Error{"no reports"};
  if (tally.channel().eps() == 0)
    return Error{"eps is 0: every distribution is equally likely"};
  const Alphabet &alphabet = tally.channel().alphabet();
  const double gain = std::expm1(tally.channel().eps());
  std::vector<double> p(tally.marks().begin(), tally.marks().end());
  const auto others = p.begin() + static_cast<std::ptrdiff_t>(alphabet.sensitive);

  const double level = waterLevel({p.begin(), others}, std::accumulate(others, p.end(), 0.0), gain);
  for (Symbol x = 0; x < p.size(); ++x)
    p[x] = alphabet.isSensitive(x) ? std::max(0.0, p[x] / level - 1 / gain) : p[x] / level;
  return p;
}

} // namespace plumb::runtime::estimate
