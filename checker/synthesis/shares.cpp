// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/shares.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace plumb::synthesis {

bool divide(std::vector<Share> &parts, proof::Comparison &comparison) {
  std::vector<Share *> moved;
  for (Share &part : parts)
    if (part.amount)
      moved.push_back(&part);
  const bool isWeighted =
      std::any_of(moved.begin(), moved.end(), [](const Share *part) { return part->weight.has_value(); });
  if (!isWeighted) {
    for (Share *part : moved)
      part->share = Rational(1) / Rational(static_cast<unsigned long>(moved.size()));
    return true;
  }
  std::vector<double> wanted;
  for (const Share *part : moved) {
    const std::optional<Rational> ratio = comparison.ratio(*part->amount, *moved.front()->amount);
    if (!ratio)
      return false;
    wanted.push_back(std::cbrt(ratio->get_d() * ratio->get_d() * part->weight.value_or(1).get_d()));
  }
  const double sum = std::accumulate(wanted.begin(), wanted.end(), 0.0);
  // What rounding leaves over goes to the largest, which it changes least.
  constexpr long pieces = 100;
  long given = 0;
  for (std::size_t k = 0; k < moved.size(); ++k) {
    const long count = std::max(1L, static_cast<long>(std::floor(pieces * wanted[k] / sum)));
    moved[k]->share = Rational(count, pieces);
    moved[k]->share.canonicalize();
    given += count;
  }
  const auto largest = std::max_element(wanted.begin(), wanted.end()) - wanted.begin();
  Rational rest(pieces - given, pieces);
  rest.canonicalize();
  moved[static_cast<std::size_t>(largest)]->share += rest;
  return true;
}

} // namespace plumb::synthesis
