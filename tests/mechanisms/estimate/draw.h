// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Seeded users for tests: values from p, reports from a channel's doubles.

#ifndef PLUMB_TESTS_ESTIMATE_DRAW_H
#define PLUMB_TESTS_ESTIMATE_DRAW_H

#include "tests/mechanisms/estimate/every_report.h"
#include "tests/mechanisms/runtime/seeded_bits.h"

#include <algorithm>

namespace plumb::runtime::estimate::test {

using plumb::runtime::test::SeededBits;

/// In [0, 1), a multiple of 2^-53.
inline double uniform(SeededBits &bits) {
  return static_cast<double>(bits.next_u64() >> 11) * 0x1p-53;
}

/// The inverse of a distribution function.
class Drawer {
public:
  explicit Drawer(const std::vector<double> &p) {
    double sum = 0;
    for (double entry : p)
      below.push_back(sum += entry);
  }
  Symbol operator()(SeededBits &bits) const {
    const auto found = std::upper_bound(below.begin(), below.end() - 1, uniform(bits) * below.back());
    return static_cast<Symbol>(found - below.begin());
  }

private:
  std::vector<double> below;
};

/// The report of a user with the value \p x; \pre at most 63 symbols.
inline Report drawReport(const Channel &channel, Symbol x, SeededBits &bits) {
  const std::size_t size = channel.alphabet().size();
  if (channel.form() == Channel::Form::OneSymbol) {
    double u = uniform(bits);
    for (Symbol y = 0; y < size; ++y)
      if ((u -= channel.probability(y, x)) < 0)
        return y;
    return x;
  }
  Report y = 0;
  for (Symbol j = 0; j < size; ++j) {
    const Mark mark = channel.mark(j);
    y |= Report{uniform(bits) < (j == x ? mark.oneIfOwn : mark.oneIfOther)} << j;
  }
  return y;
}

inline Tally drawTally(const Channel &channel, const std::vector<double> &p, std::uint64_t users,
                       SeededBits &bits, Tally::Keep keep = Tally::Keep::Rows) {
  const Drawer value(p);
  Tally tally(channel, keep);
  for (std::uint64_t i = 0; i < users; ++i)
    if (add(tally, drawReport(channel, value(bits), bits)))
      abortWith("drawTally: a report that the channel never sends");
  return tally;
}

} // namespace plumb::runtime::estimate::test

#endif // PLUMB_TESTS_ESTIMATE_DRAW_H
