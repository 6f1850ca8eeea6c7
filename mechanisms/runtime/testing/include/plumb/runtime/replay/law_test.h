// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Samplers against their laws.

#ifndef PLUMB_RUNTIME_REPLAY_LAW_TEST_H
#define PLUMB_RUNTIME_REPLAY_LAW_TEST_H

#include "plumb/runtime/replay/failure.h"
#include "plumb/runtime/replay/noise.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace plumb::runtime::replay {

/// Does a real sampler draw from its law? A chi-square test; all tests of one harness err together with
/// probability below 10^-9: at most 1000 are made, and each rejects a right sampler with probability
/// 3 * 10^-13, which a standard normal variable exceeds above 7.2.
class LawTest {
public:
  LawTest(const Source &of, Random &bits) : source(of) {
    const double b = source.scaleEstimate(), q = std::exp(-1 / b);
    reach = static_cast<std::int64_t>(b * 13) + 2;
    seen.resize(static_cast<std::size_t>(2 * reach + 1));
    for (int i = 0; i < samples && isSupported; ++i)
      count(source.sample(bits));
    atZero = source.law == Law::Laplace ? (1 - q) / (1 + q) : 1 - q;
    if (isSupported)
      compare(q);
  }
  /// Throws a Failure.
  void check() const {
    if (!isSupported)
      throw Failure{"support",
                    "the sampler of " + source.text() + " drew " + runtime::toText(outlier) +
                        ", outside the support of the law",
                    {}};
    if (deviation > 7.2)
      throw Failure{"law",
                    "the sampler of " + source.text() + " does not draw from that law (chi-square: " +
                        std::to_string(deviation) + " standard deviations)",
                    {}};
  }

private:
  static constexpr int samples = 200'000;

  void count(Wide value) {
    if (!inSupport(source.law, value)) {
      isSupported = false;
      outlier = value;
    } else if (value < -reach || value > reach) {
      ++outside;
    } else {
      ++seen[static_cast<std::size_t>(value + reach)];
    }
  }
  void compare(double q) {
    double statistic = 0, cells = 0, expected = 0, observed = 0, inside = 0;
    const auto close = [&] {
      statistic += (observed - expected) * (observed - expected) / expected;
      cells += 1;
      expected = observed = 0;
    };
    for (std::int64_t x = -reach; x <= reach; ++x) {
      const double mass =
          inSupport(source.law, x) ? atZero * std::pow(q, static_cast<double>(x < 0 ? -x : x)) : 0;
      inside += mass;
      expected += samples * mass;
      observed += static_cast<double>(seen[static_cast<std::size_t>(x + reach)]);
      // Sums of neighbouring cells: the normal approximation wants some fifty in each.
      if (expected >= 50)
        close();
    }
    expected += samples * (1 - inside);
    observed += static_cast<double>(outside);
    if (expected >= 1)
      close();
    else if (observed > 20) // What the law practically excludes.
      deviation = 1e9;
    const double freedom = cells - 1;
    if (freedom < 1)
      return;
    // Wilson and Hilferty, 1931.
    const double spread = 2 / (9 * freedom);
    deviation = std::max(deviation, (std::cbrt(statistic / freedom) - (1 - spread)) / std::sqrt(spread));
  }

  const Source &source;
  std::int64_t reach;
  std::vector<std::uint64_t> seen;
  std::uint64_t outside = 0;
  double atZero = 0, deviation = 0;
  bool isSupported = true;
  Wide outlier = 0;
};

} // namespace plumb::runtime::replay

#endif // PLUMB_RUNTIME_REPLAY_LAW_TEST_H
