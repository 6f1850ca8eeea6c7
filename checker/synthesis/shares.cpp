// SPDX-License-Identifier: Apache-2.0
#include "checker/synthesis/shares.h"

#include <algorithm>

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
  // Of a / share^2 for each, the sum is to be least. What a piece more takes away falls with each piece, so
  // that giving each where it takes away most ends with the least sum.
  struct Part {
    Rational a;
    unsigned long pieces;
    Rational gain() const {
      const Rational now(pieces * pieces), then((pieces + 1) * (pieces + 1));
      return a / now - a / then;
    }
  };
  std::vector<Part> given;
  for (const Share *part : moved) {
    const std::optional<Rational> ratio = comparison.ratio(*part->amount, *moved.front()->amount);
    if (!ratio)
      return false;
    given.push_back({*ratio * *ratio * part->weight.value_or(1), 1});
  }
  const unsigned long pieces = std::max<unsigned long>(100, moved.size());
  for (unsigned long left = pieces - moved.size(); left > 0; --left)
    ++std::max_element(given.begin(), given.end(), [](const Part &x, const Part &y) {
        return x.gain() < y.gain();
      })->pieces;
  for (std::size_t k = 0; k < moved.size(); ++k)
    moved[k]->share = Rational(given[k].pieces) / Rational(pieces);
  return true;
}

} // namespace plumb::synthesis
