// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Pearson's chi-square test of integer samples against an exact law.

#ifndef PLUMB_TESTS_RUNTIME_CHI_SQUARE_H
#define PLUMB_TESTS_RUNTIME_CHI_SQUARE_H

#include "plumb/runtime/wide.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <vector>

namespace plumb::runtime::test {

/// All chi-square tests of one binary err together with probability at most
/// 10^-9: each of `most` has an equal share (Bonferroni), 5 * 10^-12, which a
/// standard normal variable exceeds above 6.81. Seeds are fixed, so a test that
/// passes once passes always; the rate bounds how often a correct sampler would
/// have needed another seed.
struct Family {
  static constexpr unsigned most = 200;
  static constexpr double rejection = 6.81;

  /// Called once for each test; throws where the shares are used up.
  static void enter() {
    static unsigned tests = 0;
    if (++tests > most)
      throw std::logic_error("more tests than the joint error rate was divided among");
  }
};

struct Fit {
  double statistic = 0;
  double freedom = 0;
  /// About standard normal under the law (Wilson and Hilferty, 1931).
  double deviation() const {
    const double spread = 2 / (9 * freedom);
    return (std::cbrt(statistic / freedom) - (1 - spread)) / std::sqrt(spread);
  }
  static constexpr double rejection = Family::rejection;
};

/// Compares \p count samples with masses on first .. last; all that lies below
/// or above shares one cell, and so do neighbours until 50 are expected.
inline Fit chiSquare(std::uint64_t count, std::int64_t first, std::int64_t last,
                     const std::function<double(std::int64_t)> &mass, const std::function<Wide()> &draw) {
  Family::enter();
  std::vector<std::uint64_t> seen(static_cast<std::size_t>(last - first + 1));
  std::uint64_t outside = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const Wide value = draw();
    if (value < first || value > last)
      ++outside;
    else
      ++seen[static_cast<std::size_t>(value - first)];
  }

  Fit fit;
  const auto n = static_cast<double>(count);
  double inside = 0, expected = 0, observed = 0;
  const auto close = [&] {
    fit.statistic += (observed - expected) * (observed - expected) / expected;
    fit.freedom += 1;
    expected = observed = 0;
  };
  for (std::int64_t x = first; x <= last; ++x) {
    inside += mass(x);
    expected += n * mass(x);
    observed += static_cast<double>(seen[static_cast<std::size_t>(x - first)]);
    if (expected >= 50)
      close();
  }
  const double rest = expected + n * (1 - inside);
  observed += static_cast<double>(outside);
  expected = rest;
  if (rest >= 1)
    close();
  else if (observed > 20) // what the law practically excludes
    fit.statistic += 1e9;
  fit.freedom -= 1;
  return fit;
}

} // namespace plumb::runtime::test

#endif // PLUMB_TESTS_RUNTIME_CHI_SQUARE_H
