// SPDX-License-Identifier: Apache-2.0

#define PLUMB_RUNTIME_ALLOW_SCRIPTED_BITS

#include "aborts.h"
#include "plumb/runtime/lazy_top_k.h"
#include "plumb/runtime/scripted_bits.h"
#include "rational_text.h"
#include "seeded_bits.h"
#include "word_tree.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>

using namespace plumb::runtime;
using test::Enclosure;
using test::rational;

namespace {

/// Words of which only the \p used lowest bits are looked at.
class FewBits : public test::TreeBits {
public:
  FewBits(const test::Path &path, unsigned used)
      : TreeBits(static_cast<const TreeBits &>(path)),
        fair(std::size_t{1} << used, std::ldexp(1, -static_cast<int>(used))) {}
  std::uint64_t next_u64() { return choose(fair); }

private:
  std::vector<double> fair;
};

/// The thresholds of scale b <= 256, and the intervals of fresh words that lie
/// between them once they are shifted behind some zeros.
class ShiftedIntervals {
public:
  explicit ShiftedIntervals(const Rational &b)
      : cuts(test::survivalCuts([&](unsigned long j) { return test::oneSidedSurvival(b, j); }, 64, 4096)) {}

  std::uint64_t least() const { return cuts.back(); }
  const test::WordIntervals &behind(unsigned zeros) {
    const auto known = intervals.find(zeros);
    if (known != intervals.end())
      return known->second;
    std::vector<std::uint64_t> edges;
    for (std::uint64_t cut : cuts)
      if (zeros == 0 || cut >> (64 - zeros) == 0)
        edges.insert(edges.end(), {cut << zeros, (cut << zeros) + ((std::uint64_t{1} << zeros) - 1)});
    return intervals.emplace(zeros, test::WordIntervals(edges, 64)).first->second;
  }

private:
  std::vector<std::uint64_t> cuts;
  std::map<unsigned, test::WordIntervals> intervals;
};

/// The words of a lazy release: sets of items as oracle choices, and words of
/// noise by interval.
class LazyWords : public test::TreeBits {
public:
  LazyWords(const test::Path &path, ShiftedIntervals &known, unsigned mistake)
      : TreeBits(static_cast<const TreeBits &>(path)), intervals(known), extraZeros(mistake) {}

  std::uint64_t next_u64() {
    const unsigned shift = restarts ? 0 : zeros;
    const std::uint64_t word = intervals.behind(shift).choose(*this);
    restarts = word >> shift < intervals.least();
    return word;
  }

  friend Wide noiseAfterZeros(const OneSidedGeometric &noise, unsigned known, LazyWords &bits) {
    bits.zeros = known;
    return noise.sampleAfterZeros(known, bits);
  }
  friend std::uint64_t zeroPrefixes(unsigned wanted, unsigned count, LazyWords &bits) {
    const double in = std::ldexp(1, -static_cast<int>(wanted + bits.extraZeros));
    std::uint64_t chosen = 0;
    for (unsigned i = 0; i < count; ++i)
      chosen |= std::uint64_t{bits.choose({1 - in, in})} << i;
    return chosen;
  }

private:
  ShiftedIntervals &intervals;
  unsigned extraZeros;
  unsigned zeros = 0;
  bool restarts = false;
};

/// Index and value of each selected item, in order.
using Selection = std::vector<std::int64_t>;

Selection flat(const TopK &top) {
  Selection selection;
  for (std::size_t i = 0; i < top.indices.size(); ++i) {
    selection.push_back(static_cast<std::int64_t>(top.indices[i]));
    selection.push_back(*top.values[i].int64());
  }
  return selection;
}

using Counts = std::vector<std::int64_t>;

/// The law of full draws, noise up to \p most, by the definition of `top_k`.
void addLaw(std::map<Selection, double> &law, std::size_t k, const Counts &counts, double b, int most,
            std::vector<Wide> &noisy, double weight) {
  if (noisy.size() == counts.size()) {
    law[flat(topK(k, noisy))] += weight;
    return;
  }
  for (int x = 0; x <= most; ++x) {
    noisy.push_back(counts[noisy.size()] + x);
    addLaw(law, k, counts, b, most, noisy, weight * -std::expm1(-1 / b) * std::exp(-x / b));
    noisy.pop_back();
  }
}

/// The greatest difference of the two laws beyond what the tree left open.
double distance(std::size_t k, const Counts &counts, const char *scale, unsigned mistake = 0) {
  const Rational b = rational(scale);
  const auto noise = OneSidedGeometric::create(b).value();
  ShiftedIntervals intervals(b);
  const auto tree = test::explore<Selection, test::TreeBits>(200, 1e-11, [&](test::TreeBits &path) {
    LazyWords bits(path, intervals, mistake);
    return flat(lazyTopK(k, counts, noise, bits));
  });
  CHECK(tree.open < 1e-5);
  std::map<Selection, double> law;
  std::vector<Wide> noisy;
  const double real = Enclosure(b).lower();
  addLaw(law, k, counts, real, static_cast<int>(14 * real) + 6, noisy, 1);
  double greatest = 0;
  for (const auto &[selection, mass] : law) {
    const double least = tree.mass(selection);
    greatest = std::max({greatest, least - mass, mass - least - tree.open});
  }
  return greatest;
}

} // namespace

TEST_CASE("digits that are zero together have the law of independent digits") {
  for (unsigned count : {1U, 2U, 3U})
    for (unsigned zeros : {0U, 1U, 2U, 3U, 4U}) {
      const auto tree = test::explore<std::uint64_t, test::TreeBits>(20, 0, [&](test::TreeBits &path) {
        FewBits bits(path, count);
        return zeroPrefixes(zeros, count, bits);
      });
      CHECK(tree.open == 0);
      const double in = std::ldexp(1, -static_cast<int>(zeros));
      for (std::uint64_t set = 0; set >> count == 0; ++set) {
        double exact = 1;
        for (unsigned i = 0; i < count; ++i)
          exact *= (set >> i & 1) != 0 ? in : 1 - in;
        CHECK(tree.mass(set) == exact); // sums of dyadic numbers, exact in doubles
      }
    }
}

TEST_CASE("without the leading zeros a sample stays below the gap") {
  for (const char *scale : {"1/3", "1", "10", "200", "256", "257", "1000", "1099511627776"}) {
    const Rational b = rational(scale);
    const auto noise = OneSidedGeometric::create(b).value();
    const auto unit = static_cast<Wide>(Enclosure(b).upper()) + 1;
    unsigned most = 0;
    for (int step = 1; step < 400; ++step) {
      const Wide gap = unit * step / 16;
      const unsigned zeros = noise.zerosBefore(gap);
      most = std::max(most, zeros);
      if (zeros == 0)
        continue;
      // The least U without the zeros, and the largest low part.
      ScriptedBits bits = ScriptedBits::fromWords({std::uint64_t{1} << (64 - zeros), ~std::uint64_t{0}});
      REQUIRE(noise.sample(bits) < gap);
    }
    INFO(scale);
    CHECK(most >= 12);
    for (unsigned zeros : {1U, 6U, 12U}) {
      const Wide gap = noise.gapWithZeros(zeros);
      CHECK(noise.zerosBefore(gap) >= zeros);
      CHECK(noise.zerosBefore(gap - 1) < zeros);
    }
    CHECK(noise.zerosBefore(0) == 0);
    CHECK(noise.zerosBefore(-5) == 0);
  }
}

TEST_CASE("a lazy release has the law of full draws, on every tape") {
  struct Case {
    std::size_t k;
    Counts counts;
    const char *scale;
  };
  for (const Case &each : {Case{1, {0, 0, 0}, "1"},
                           {1, {0, 3, 5}, "1"},
                           {1, {5, 0, 0}, "1"},
                           {1, {6, 0, 2}, "1"},
                           {1, {20, 0, 1}, "1"},
                           {1, {9, 0, 8, 0}, "1/2"},
                           {1, {7, 0, 0, 7, 6}, "1/3"},
                           {1, {2, 2, 2}, "3/2"},
                           {1, {1, 0, 0, 2}, "1/2"},
                           {1, {4, 0, 1, 0}, "1/2"},
                           {1, {0, 0, 0, 0}, "1/3"},
                           {2, {1, 0, 0, 1}, "1/2"},
                           {2, {3, 1, 0, 0, 2}, "1/3"},
                           {3, {1, 0, 2}, "1"}}) {
    INFO("k = " << each.k << ", n = " << each.counts.size() << ", scale " << each.scale << ", first "
                << each.counts.front());
    CHECK(distance(each.k, each.counts, each.scale) < 1e-9);
  }
}

TEST_CASE("the comparison rejects a release that skips too many items") {
  CHECK(distance(1, {5, 0, 0}, "1", 1) > 1e-6);
  CHECK(distance(1, {4, 4, 0, 0}, "1/2", 1) > 1e-6);
}

TEST_CASE("a lazy release selects what full draws would on long inputs") {
  // Far gaps leave no doubt: the k largest counts win with noise that is small.
  Counts counts(5000);
  for (std::size_t i = 0; i < counts.size(); ++i)
    counts[i] = static_cast<std::int64_t>((i * 7919) % counts.size()) * 1000;
  const auto noise = OneSidedGeometric::create(Rational(2)).value();
  test::SeededBits bits(1);
  const TopK top = lazyTopK(50, counts, noise, bits);
  REQUIRE(top.indices.size() == 50);
  for (std::size_t i = 0; i < 50; ++i) {
    CHECK(counts[top.indices[i]] == static_cast<std::int64_t>(4999 - i) * 1000);
    CHECK(top.values[i] >= counts[top.indices[i]]);
  }
}

TEST_CASE("a lazy release of nothing is empty, and more than there is aborts") {
  const auto noise = OneSidedGeometric::create(Rational(1)).value();
  test::SeededBits bits(1);
  CHECK(lazyTopK(0, Counts{1, 2}, noise, bits) == TopK{});
  CHECK(lazyTopK(0, Counts{}, noise, bits) == TopK{});
  CHECK(test::aborts([&] { static_cast<void>(lazyTopK(3, Counts{1, 2}, noise, bits)); }));
}
