// SPDX-License-Identifier: Apache-2.0
//
// One private top-k release: exact one-sided noise of scale k/eps on n counts,
// then the k largest noisy counts; with a full draw for each count, and lazily.
// Prints the time per count, and how many times faster the lazy release is. Both
// take turns, so that they meet the same disturbances.
//
// Usage: noise_topk [n [k [repetitions]]], by default 41270 100 200, with
// eps = 1/2. noise_topk_numpy.py does the same with floating-point noise.

#include "plumb/runtime/lazy_top_k.h"
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
using Counts = std::vector<std::int64_t>;

/// Count number i of a power law, as in shopping-basket data, largest first.
Counts powerLawCounts(std::size_t n) {
  Counts counts(n);
  for (std::size_t i = 0; i < n; ++i)
    counts[i] = static_cast<std::int64_t>(600000 / (i + 1));
  return counts;
}

/// The same in an order without meaning, and the same each time.
Counts shuffled(Counts counts) {
  std::uint64_t state = 1;
  for (std::size_t i = counts.size(); i > 1; --i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    std::swap(counts[i - 1], counts[(state >> 33) % i]);
  }
  return counts;
}

/// \param noisy room for the noisy counts, kept between releases: otherwise the
/// baseline pays for fresh pages, more or less of them as the heap happens to be.
TopK fullRelease(std::size_t k, const Counts &counts, const OneSidedGeometric &noise,
                 std::vector<Wide> &noisy) {
  OsBits bits;
  for (std::size_t i = 0; i < counts.size(); ++i)
    noisy[i] = counts[i] + noise.sample(bits);
  return topK(k, noisy);
}

TopK lazyRelease(std::size_t k, const Counts &counts, const OneSidedGeometric &noise) {
  OsBits bits;
  return lazyTopK(k, counts, noise, bits);
}

/// Sorted times of one kind of release, per count.
class Times {
public:
  template <class Release> void add(const Release &release, std::size_t n) {
    const auto before = Clock::now();
    selected += release().indices.size();
    times.push_back(Nanoseconds(Clock::now() - before).count() / static_cast<double>(n));
  }
  double print(const char *name) {
    std::sort(times.begin(), times.end());
    std::printf("  %s: median %.2f ns per count, best %.2f, worst %.2f\n", name, median(), times.front(),
                times.back());
    return median();
  }

private:
  double median() const { return times[times.size() / 2]; }

  std::vector<double> times;
  std::size_t selected = 0; // keeps the compiler from dropping the releases
};

void compare(const char *name, std::size_t k, const Counts &counts, const OneSidedGeometric &noise,
             std::size_t repetitions) {
  Times full, lazy;
  std::vector<Wide> noisy(counts.size());
  for (std::size_t i = 0; i < repetitions; ++i) {
    full.add([&] { return fullRelease(k, counts, noise, noisy); }, counts.size());
    lazy.add([&] { return lazyRelease(k, counts, noise); }, counts.size());
  }
  std::printf("%s\n", name);
  const double fullMedian = full.print("full draws"), lazyMedian = lazy.print("lazy      ");
  std::printf("  ratio of the medians: %.2f\n", fullMedian / lazyMedian);
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

  const auto beforeTable = Clock::now();
  const auto noise = OneSidedGeometric::create(scale);
  const Nanoseconds table = Clock::now() - beforeTable;
  if (!noise) {
    std::fprintf(stderr, "noise_topk: %s\n", noise.error().message.c_str());
    return 2;
  }
  std::printf("n = %zu, k = %zu, scale = %s, %zu releases of each kind\n", n, k, scale.text().c_str(),
              repetitions);
  const Counts sorted = powerLawCounts(n);
  compare("counts of a power law, largest first", k, sorted, *noise, repetitions);
  compare("the same, shuffled", k, shuffled(sorted), *noise, repetitions);
  compare("all counts equal", k, Counts(n, 1000), *noise, repetitions);
  std::printf("table: %.1f us, once per scale\n", table.count() / 1000);
  return 0;
}
