// SPDX-License-Identifier: Apache-2.0
///
/// \file
/// Coin trees for samplers that compare whole words with thresholds.
///
/// 2^64 words are too many to try, but a sampler can only tell words apart by
/// its thresholds. So the words between two cuts stand for each other: each
/// interval is tried at its least, its middle and its greatest word, with a third
/// of its weight each. A sampler that treats the ends of an interval differently
/// from its middle gets a mass that is wrong by a third of the interval.
///
/// The cuts are computed by the tests, not taken from the code under test.

#ifndef PLUMB_TESTS_RUNTIME_WORD_TREE_H
#define PLUMB_TESTS_RUNTIME_WORD_TREE_H

#include "coin_tree.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace plumb::runtime::test {

/// The words of \p wordBits bits, split at each cut into what is below it, the
/// cut itself, and what is above.
class WordIntervals {
public:
  WordIntervals(std::vector<std::uint64_t> cuts, unsigned wordBits) {
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    WideUnsigned start = 0;
    for (std::uint64_t cut : cuts) {
      add(start, cut, wordBits);
      add(cut, static_cast<WideUnsigned>(cut) + 1, wordBits);
      start = static_cast<WideUnsigned>(cut) + 1;
    }
    add(start, WideUnsigned{1} << wordBits, wordBits);
  }

  std::uint64_t choose(Path &path) const { return representatives[path.choose(weights)]; }

private:
  /// The words start .. end - 1.
  void add(WideUnsigned start, WideUnsigned end, unsigned wordBits) {
    if (start >= end)
      return;
    const double weight = std::ldexp(static_cast<double>(end - start), -static_cast<int>(wordBits)) / 3;
    for (WideUnsigned word : {start, start + (end - start) / 2, end - 1}) {
      representatives.push_back(static_cast<std::uint64_t>(word));
      weights.push_back(weight);
    }
  }

  std::vector<std::uint64_t> representatives;
  std::vector<double> weights;
};

/// The thresholds of a survival function, to the first below 2^-12 or to \p most.
template <class Survival>
std::vector<std::uint64_t> survivalCuts(const Survival &survival, unsigned wordBits, std::size_t most) {
  std::vector<std::uint64_t> cuts;
  while (cuts.size() < most) {
    cuts.push_back(survival(cuts.size() + 1).digits(wordBits, 0));
    if (cuts.back() >> (wordBits - 12) == 0)
      break;
  }
  return cuts;
}

/// Words for a geometric sampler of scale b, draw by draw: the sign and
/// magnitude of a two-sided sample, then the high parts of a one-sided one, then
/// its low part. Inner coins of rational bias are oracles.
class GeometricWords : public TreeBits {
public:
  struct Law {
    /// Of a two-sided sample's magnitude, for which \p signedFirst is set.
    WordIntervals magnitudes, highs;
    /// The prefixes behind each low part.
    std::vector<WordIntervals> prefixes;
    std::uint64_t leastHigh;
    unsigned lowBits;
    bool signedFirst;
  };
  static Law lawOf(const Rational &scale, bool twoSided) {
    unsigned lowBits = 0;
    while (scale > Rational(Wide{256} << lowBits))
      ++lowBits;
    const Rational coarse = scale / Rational(Wide{1} << lowBits);
    const auto highs = survivalCuts([&](unsigned long j) { return oneSidedSurvival(coarse, j); }, 64, 100000);
    const auto magnitudes = survivalCuts([&](unsigned long j) { return twoSidedSurvival(scale, j); }, 63,
                                         lowBits == 0 ? 100000 : 1);
    std::vector<WordIntervals> prefixes;
    for (std::uint64_t low = 0; low >> lowBits == 0; ++low)
      prefixes.emplace_back(
          std::vector<std::uint64_t>{Enclosure(Rational(low) / scale).digits(64 - lowBits, 0)}, 64 - lowBits);
    return {{magnitudes, 63}, {highs, 64}, prefixes, highs.back(), lowBits, twoSided};
  }

  GeometricWords(const Path &path, const Law &known)
      : TreeBits(static_cast<const TreeBits &>(path)), law(known),
        next(known.signedFirst ? Draw::Magnitude : Draw::High) {}

  std::uint64_t next_u64() {
    switch (next) {
    case Draw::Magnitude:
      return magnitude();
    case Draw::High:
      return high();
    case Draw::Low:
      return low();
    }
    return 0;
  }

  friend bool bernoulli(const WideUnsigned &p, const WideUnsigned &q, GeometricWords &bits) {
    const double bias = quotient(p, q);
    return bits.choose({1 - bias, bias}) == 1;
  }

private:
  enum class Draw { Magnitude, High, Low };

  std::uint64_t magnitude() {
    const std::uint64_t sign = choose({0.5, 0.5});
    const std::uint64_t word = law.magnitudes.choose(*this);
    next = Draw::High;
    return word << 1 | sign;
  }
  std::uint64_t high() {
    const std::uint64_t word = law.highs.choose(*this);
    if (word >= law.leastHigh)
      next = Draw::Low;
    return word;
  }
  std::uint64_t low() {
    const std::size_t options = law.prefixes.size();
    const std::size_t part = choose(std::vector<double>(options, 1 / static_cast<double>(options)));
    return law.prefixes[part].choose(*this) << law.lowBits | part;
  }

  const Law &law;
  Draw next;
};

} // namespace plumb::runtime::test

#endif // PLUMB_TESTS_RUNTIME_WORD_TREE_H
