// SPDX-License-Identifier: Apache-2.0
//
// One private top-k release: exact one-sided noise of scale k/eps on n counts,
// then the k largest noisy counts. Prints the time per count.
//
// Usage: noise_topk [n [k [repetitions]]], by default 41270 100 200, with
// eps = 1/2. noise_topk_numpy.py does the same with floating-point noise.

#include "plumb/runtime/one_sided_geometric.h"
#include "plumb/runtime/os_bits.h"
#include "plumb/runtime/top_k.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using namespace plumb::runtime;
using Clock = std::chrono::steady_clock;
using Nanoseconds = std::chrono::duration<double, std::nano>;

/// Count number i of a power law, as in shopping-basket data.
std::vector<std::int64_t> powerLawCounts(std::size_t n) {
  std::vector<std::int64_t> counts(n);
  for (std::size_t i = 0; i < n; ++i)
    counts[i] = static_cast<std::int64_t>(600000 / (i + 1));
  return counts;
}

TopK release(std::size_t k, const std::vector<std::int64_t> &counts, const OneSidedGeometric &noise) {
  OsBits bits;
  std::vector<Wide> noisy(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i)
    noisy[i] = counts[i] + noise.sample(bits);
  return top_k(k, noisy);
}

std::size_t argument(int count, char **values, int position, std::size_t otherwise) {
  return position < count ? std::strtoull(values[position], nullptr, 10) : otherwise;
}

} // namespace

int main(int count, char **values) {
  const std::size_t n = argument(count, values, 1, 41270);
  const std::size_t k = argument(count, values, 2, 100);
  const std::size_t repetitions = argument(count, values, 3, 200);
  if (n == 0 || k == 0 || k > n || repetitions == 0) {
    std::fprintf(stderr, "usage: noise_topk [n [k [repetitions]]], k <= n\n");
    return 2;
  }
  const Rational eps = Rational(1) / 2;
  const Rational scale = Rational(k) / eps;
  const std::vector<std::int64_t> counts = powerLawCounts(n);

  const auto beforeTable = Clock::now();
  const auto noise = OneSidedGeometric::create(scale);
  const Nanoseconds table = Clock::now() - beforeTable;
  if (!noise) {
    std::fprintf(stderr, "noise_topk: %s\n", noise.error().message.c_str());
    return 2;
  }

  std::vector<double> times;
  std::size_t selected = 0; // keeps the compiler from dropping the releases
  for (std::size_t i = 0; i < repetitions; ++i) {
    const auto before = Clock::now();
    selected += release(k, counts, *noise).indices.size();
    times.push_back(Nanoseconds(Clock::now() - before).count());
  }
  std::sort(times.begin(), times.end());
  const auto perCount = [&](double time) { return time / static_cast<double>(n); };
  std::printf("n = %zu, k = %zu, scale = %s, %zu releases of %zu counts\n", n, k, scale.text().c_str(),
              repetitions, selected / repetitions);
  std::printf("release: median %.2f ns per count, best %.2f, worst %.2f\n", perCount(times[times.size() / 2]),
              perCount(times.front()), perCount(times.back()));
  std::printf("table:   %.1f us, once per scale\n", table.count() / 1000);
  return 0;
}
